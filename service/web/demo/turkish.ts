import { writeNumber } from "#web-kit/locale/numbers.ts";

/** The texts of the demos in Turkish. */
export const turkish = {
  title: "Deneyin",
  lead: "Konuşun, bir kayıt bırakın ya da bir metni seslendirin. Üyelik gerekmez; her şey bu sayfada olur.",
  needsScript:
    "Denemeler tarayıcıda JavaScript ister. Açamıyorsanız aynı işleri API ile de yapabilirsiniz; örnekler belgelerde.",
  demos: "Denemeler",
  tabs: { live: "Mikrofon", file: "Dosya", speech: "Seslendirme", design: "Ses tasarımı" },
  session: {
    none: "İlk denemenizde on dakikalık bir oturum kendiliğinden açılır.",
    open: (minutes: number) =>
      `Deneme oturumunun bitmesine ${minutes} dakika var; siz kullandıkça kendiliğinden yenilenir.`,
    ended: "Deneme oturumu bitti; bir sonraki denemenizde yenisi kendiliğinden açılır.",
  },
  privacy: {
    title: "Ne gönderilir, ne saklanır?",
    sent: "Yalnızca konuştuğunuz, seçtiğiniz ya da yazdığınız şey, yalnızca bu hizmete gönderilir. Mikrofon siz başlatınca açılır, siz durdurunca kapanır.",
    kept: "Ses de metin de saklanmaz: yanıt verildiği anda silinir, günlüklere yazılmaz, eğitimde kullanılmaz. Sonuçlar yalnızca bu sekmede durur.",
    address: "Ağ adresiniz, oturum sınırını saymak için on dakika boyunca tutulur.",
  },
  copy: "Metni kopyala",
  copied: "Kopyalandı",
  copyFailed: "Kopyalanamadı",
  download: "İndir",
  downloadAs: (format: string) => `${format} olarak indir`,
  fileNames: { transcript: "yazi", speech: "ses" },
  retry: "Yeniden dene",
  retryIn: (seconds: number) => `${seconds} saniye sonra yeniden deneyin.`,
  live: {
    title: "Konuşun, yazıya dökülsün",
    lead: "Sözleriniz siz konuşurken belirir; soluk olanlar henüz değişebilir.",
    buttons: {
      idle: "Konuşmaya başla",
      asking: "Vazgeç",
      listening: "Durdur",
      finishing: "Yeniden başla",
      done: "Yeniden başla",
    },
    goOn: "Kaldığı yerden sürdür",
    transcript: "Canlı yazı",
    empty: "Konuştuklarınız burada belirecek.",
    phases: {
      idle: "Mikrofon kapalı",
      asking: "Tarayıcı mikrofon için izin soruyor…",
      listening: "Dinliyor",
      finishing: "Son sözler yazılıyor…",
      done: "Bitti",
    },
    hearsNothing: "Hiç ses gelmiyor. Mikrofonunuz kapalı ya da başka bir aygıt seçili olabilir.",
    heardNobody: "Konuşma duyulmadı. Mikrofona yaklaşıp biraz daha yüksek sesle yeniden deneyin.",
  },
  file: {
    title: "Bir kaydı yazıya dökün",
    lead: (megabytes: number) =>
      `WAV, MP3, FLAC, Ogg, Opus, WebM, M4A ya da MP4; en çok ${megabytes} MB ve 2 saat.`,
    drop: "Kaydı buraya bırakın ya da yapıştırın",
    or: "veya",
    choose: "Dosya seç",
    another: "Başka bir dosya seç",
    cancel: "Vazgeç",
    sending: "Gönderiliyor",
    hearing: "Dinleniyor…",
    heard: "Yazıya döküldü",
    progress: "Gönderilen",
    size: (megabytes: string) => `${megabytes} MB`,
    transcript: "Kaydın yazısı",
    playFrom: (time: string) => `${time} anından dinle`,
    hint: "Bir söze ya da zamana basın, kayıt oradan çalsın.",
    unplayable: "Tarayıcınız bu dosyayı çalamıyor; yazısı yine de aşağıda.",
    heardNobody:
      "Bu kayıtta konuşma duyulmadı. Kaydın sessiz olmadığından ve Türkçe konuşulduğundan emin olun.",
  },
  speech: {
    title: "Bir metni seslendirin",
    lead: "İlk cümle hazır olur olmaz çalmaya başlar.",
    text: "Metin",
    sentence:
      "Merhaba! Ben yapay bir sesim. Toplantımız 14 Mart’ta saat 09.30’da; gelirken 3 kahve almayı unutmayın.",
    counter: (count: number, most: number) =>
      `${writeNumber("tr", count)} / ${writeNumber("tr", most)} karakter`,
    tooLong: (most: number) => `En çok ${writeNumber("tr", most)} karakter seslendirilir.`,
    voice: "Ses",
    model: (id: string, kilohertz: number) => `${id} · ${kilohertz} kHz`,
    person: (name: string, gender: string, age: string) => `${name} – ${gender}, ${age}`,
    genders: { female: "kadın", male: "erkek" },
    ages: { child: "çocuk", young: "genç", "middle-aged": "orta yaşlı", old: "yaşlı" },
    speed: "Hız",
    times: (speed: number) => `${writeNumber("tr", speed, { most: 2 })} ×`,
    pronunciation: "Bir sözcüğün okunuşunu değiştir",
    word: "Sözcük",
    alias: "Okunuşu",
    wordExample: "GitHub",
    aliasExample: "githab",
    speak: "Seslendir",
    noVoices: "Ses modelleri henüz yükleniyor; birazdan sayfayı yenileyin.",
  },
  take: {
    stop: "Durdur",
    replay: "Yeniden dinle",
    waiting: "İlk ses bekleniyor…",
    sounding: "Çalıyor",
    silent: "Hazır",
    empty: "Ses burada çalacak.",
    waited: (seconds: number) => `ilk ses ${writeNumber("tr", seconds, { most: 2 })} sn’de geldi`,
    cutShort: "Yarıda kaldı; dinlediğiniz kadarı duruyor.",
    preparing: "Hazırlanıyor…",
  },
  design: {
    title: "Bir ses tarif edin",
    lead: "Kimin, nasıl konuştuğunu yazın; o ses sizin için kurulsun. Tarifleri değiştirip yan yana dinleyin.",
    description: "Kim konuşuyor?",
    descriptionHelp: "Cinsiyet, yaş, sesin kalınlığı, parlaklığı ve huyu anlaşılır.",
    directions: "Nasıl konuşuyor? (isteğe bağlı)",
    directionsHelp: "Hız, ton, fısıltı, neşe, hüzün…",
    text: "Ne diyor?",
    sentence: "Akşama doğru hava serinledi ve hafif bir yağmur başladı.",
    suggestions: "Öneriler",
    descriptions: [
      "genç ve neşeli bir kadın",
      "yaşlı, kalın sesli bir erkek",
      "haber spikeri",
      "ince sesli bir çocuk",
    ],
    deliveries: ["fısıldayarak", "heyecanlı ve hızlı", "üzgün, yavaş"],
    parentheses: "Ayraç kullanılamaz.",
    missing: "Önce bir ses tarif edin.",
    create: "Bu sesi dinle",
    variants: "Kurduğunuz sesler",
    none: "Kurduğunuz sesler burada sıralanır; yan yana dinleyip karşılaştırabilirsiniz.",
    edit: "Tarifi düzenle",
    ignored: (words: string) => `Ses hakkında bir şey söylemediği için atlanan sözler: ${words}.`,
    unavailable: "Ses tasarlayan model henüz yükleniyor; birazdan sayfayı yenileyin.",
  },
  unknownProblem: "Bu istek tamamlanamadı.",
  problems: {
    microphone_refused: {
      what: "Mikrofona izin verilmedi.",
      advice: "Adres çubuğundaki simgeden bu sayfaya mikrofon izni verin, sonra yeniden deneyin.",
    },
    microphone_absent: {
      what: "Mikrofon bulunamadı.",
      advice: "Bir mikrofon ya da kulaklık takın, sonra yeniden deneyin.",
    },
    microphone_busy: {
      what: "Mikrofon açılamadı.",
      advice: "Onu kullanan başka bir uygulama varsa kapatın, sonra yeniden deneyin.",
    },
    microphone_insecure: {
      what: "Bu sayfa mikrofonu kullanamaz.",
      advice: "Tarayıcılar mikrofonu yalnızca https ile açılan sayfalara verir.",
    },
    microphone_unavailable: {
      what: "Mikrofon açılamadı.",
      advice: "Tarayıcıyı güncelleyin ya da başka bir tarayıcıyla deneyin.",
    },
    microphone_lost: {
      what: "Mikrofonun bağlantısı koptu.",
      advice: "O ana kadar duyulanlar yazıldı. Mikrofonu yeniden takıp sürdürebilirsiniz.",
    },
    connection_lost: {
      what: "Hizmetle bağlantı koptu.",
      advice: "Bağlantınızı denetleyip yeniden deneyin; o ana kadar gelenler duruyor.",
    },
    offline: {
      what: "İnternet bağlantınız yok.",
      advice: "Bağlantı gelince yeniden deneyin; o ana kadar gelenler duruyor.",
    },
    session_limit: {
      what: "Bu ağdan çok fazla deneme oturumu açıldı.",
      advice: "Birkaç dakika sonra yeniden deneyin ya da kendi API anahtarınızı kullanın.",
    },
    token_expired: {
      what: "Deneme oturumu bitmiş.",
      advice: "Yeniden deneyin; yeni bir oturum kendiliğinden açılır.",
    },
    invalid_token: {
      what: "Deneme oturumu artık geçerli değil.",
      advice: "Yeniden deneyin; yeni bir oturum kendiliğinden açılır.",
    },
    auth_unavailable: {
      what: "Oturum şu anda denetlenemiyor.",
      advice: "Bu geçici bir durumdur.",
    },
    rate_limit_exceeded: {
      what: "Aynı anda ya da art arda çok fazla istek gitti.",
      advice: "Açık başka denemeleriniz varsa durdurun.",
    },
    quota_exceeded: {
      what: "Bu ayki kullanım hakkı doldu.",
      advice: "Gelecek ayın başında yeniden deneyebilirsiniz.",
    },
    server_busy: {
      what: "Hizmet şu anda çok yoğun.",
      advice: "Bütün yerler dolu; bu geçici bir durumdur.",
    },
    high_demand: {
      what: "Hizmet şu anda çok yoğun.",
      advice: "İsteğiniz fazla beklerdi; bu geçici bir durumdur.",
    },
    model_loading: {
      what: "Model henüz yükleniyor.",
      advice: "Birkaç saniye içinde hazır olur.",
    },
    engine_error: {
      what: "Model bu isteği tamamlayamadı.",
      advice: "Yeniden deneyin; yinelenirse metni ya da kaydı biraz değiştirin.",
    },
    internal_error: {
      what: "Hizmette beklenmeyen bir hata oldu.",
      advice: "Biraz sonra yeniden deneyin.",
    },
    unsupported_file: {
      what: "Bu bir ses dosyası değil.",
      advice: "WAV, MP3, FLAC, Ogg, Opus, WebM, M4A ya da MP4 türünde bir dosya seçin.",
    },
    several_files: {
      what: "Birden çok dosya bırakıldı.",
      advice: "Dosyaları tek tek bırakın.",
    },
    empty_audio: {
      what: "Bu dosya boş.",
      advice: "İçinde ses olan bir dosya seçin.",
    },
    undecodable_audio: {
      what: "Bu dosya ses olarak okunamadı.",
      advice: "Dosya bozuk olabilir; onu çalabildiğinizi denetleyin ya da WAV veya MP3’e çevirin.",
    },
    file_too_large: {
      what: "Bu dosya 100 MB’tan büyük.",
      advice: "MP3 ya da Opus olarak sıkıştırın veya parçalara bölün.",
    },
    audio_too_long: {
      what: "Ses 2 saatten uzun.",
      advice: "İki saate kadar olan parçalara bölün.",
    },
    stream_idle_timeout: {
      what: "Uzun süre ses gelmediği için dinleme bitti.",
      advice: "Sürdürmek için yeniden başlatın.",
    },
    input_too_long: {
      what: "Metin 5.000 karakterden uzun.",
      advice: "Kısaltın ya da parça parça seslendirin.",
    },
    invalid_pronunciations: {
      what: "Verdiğiniz okunuş kullanılamıyor.",
      advice: "Sözcüğü ve okunuşunu Türkçe harflerle, okunduğu gibi yazın.",
    },
    invalid_voice_description: {
      what: "Bu tarif kullanılamıyor.",
      advice: "En çok 200 karakterle ve ayraç kullanmadan yazın.",
    },
    invalid_instructions: {
      what: "Bu anlatım kullanılamıyor.",
      advice: "En çok 200 karakterle ve ayraç kullanmadan yazın.",
    },
    unknown_voice: {
      what: "Bu ses artık yok.",
      advice: "Sayfayı yenileyip başka bir ses seçin.",
    },
  },
};

/** The texts of the demos, in one language. */
export type Texts = typeof turkish;

/** A problem that there are words for. */
export type ProblemCode = keyof Texts["problems"];
