"""The words that the sentence templates are filled with."""

FIRST_NAMES = """Ahmet Mehmet Ayşe Fatma Mustafa Emine Ali Hatice Hüseyin Zeynep Hasan Elif İbrahim Meryem İsmail Şerife
Osman Zehra Yusuf Sultan Murat Hanife Ömer Merve Ramazan Havva Halil Zeliha Süleyman Esra Abdullah Fadime Mahmut Özlem
Recep Hacer Salih Yasemin Fatih Hülya Kadir Cemile Emre Sevim Hakan Gülsüm Adem Leyla Kemal Dilek Yaşar Büşra Bekir Aysel
Musa Songül Metin Kübra Orhan Halime Serkan Esma Furkan Aynur Burak Hayriye Volkan Tuğba Gökhan Rabia Çağla Sibel Onur
Deniz Umut Ece Kerem Defne Barış Nazlı Tolga Pınar Cem Selin Ozan Gizem Eren Derya Uğur Şeyma Kaan İrem Arda Ceren Berk
Melis Koray Duygu Levent Ebru Sinan Filiz Tarık Nurgül Cengiz Şule Erdem Bahar Okan Gül Engin Seda""".split()

SURNAMES = """Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç
Kurt Özkan Şimşek Polat Korkmaz Çakır Erdoğan Yavuz Can Acar Aksoy Güneş Güler Yalçın Bulut Keskin Turan Gül Özer Işık
Avcı Sarı Tekin Taş Köse Yüksel Ateş Aktaş Bozkurt Karaca Duman Uysal Toprak Ünal Coşkun Ekinci Gündüz Bayram Soylu Uçar
Ergin Tuncer Karadeniz Başaran Altıntaş Çiftçi Kahraman Durmaz""".split()

CITIES = """Adana Ankara Antalya Aydın Balıkesir Bursa Çanakkale Denizli Diyarbakır Edirne Elazığ Erzurum Eskişehir Gaziantep
Giresun Hatay Isparta Mersin İstanbul İzmir Kars Kayseri Kırklareli Kocaeli Konya Kütahya Malatya Manisa Mardin Muğla Muş
Nevşehir Niğde Ordu Rize Sakarya Samsun Siirt Sinop Sivas Tekirdağ Tokat Trabzon Tunceli Şanlıurfa Uşak Van Yozgat Zonguldak
Aksaray Bayburt Karaman Kırıkkale Batman Şırnak Bartın Ardahan Iğdır Yalova Karabük Kilis Osmaniye Düzce Bolu Burdur Çorum
Amasya Artvin Bingöl Bitlis Erzincan Gümüşhane Hakkâri Kırşehir""".split()

DISTRICTS = """Kadıköy Beşiktaş Üsküdar Çankaya Keçiören Bornova Karşıyaka Nilüfer Osmangazi Şişli Bakırköy Maltepe Kartal
Pendik Ataşehir Ümraniye Beyoğlu Fatih Eyüpsultan Sarıyer Mamak Yenimahalle Etimesgut Konak Buca Çiğli Seyhan Çukurova
Muratpaşa Kepez Tepebaşı Odunpazarı Meram Selçuklu Yüreğir Bahçelievler Zeytinburnu Gölbaşı""".split()

STREETS = """Atatürk Cumhuriyet İstiklal Gazi İnönü Barbaros Fevzi Çakmak Mimar Sinan Yunus Emre Mevlana Gül Lale Menekşe
Çınar Kavak Söğüt Akasya Zambak Papatya Yıldız Güneş Deniz Irmak Okul Kale Çarşı Hürriyet Zafer Sakarya Dumlupınar""".split()

COUNTRIES = """Almanya Fransa İngiltere İtalya İspanya Hollanda Belçika Yunanistan Bulgaristan Rusya Ukrayna Japonya Çin
Kanada Brezilya Mısır Azerbaycan Gürcistan Kazakistan Norveç İsveç Danimarka Polonya Macaristan Portekiz""".split()

MONTHS = "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık".split()
DAYS = "pazartesi salı çarşamba perşembe cuma cumartesi pazar".split()

THINGS = """kitap defter kalem masa sandalye çanta telefon bilgisayar televizyon araba bisiklet anahtar gözlük saat cüzdan
bardak tabak çatal kaşık bıçak tencere ayna halı perde yastık battaniye lamba dolap koltuk resim mektup gazete dergi bilet
pasaport kimlik fatura sözleşme rapor dosya proje sunum ödev sınav soru cevap mesaj paket kargo sipariş hediye çiçek ağaç
elbise gömlek pantolon ceket ayakkabı çorap şapka eldiven şemsiye kazak etek kravat yüzük kolye oyuncak top gitar piyano
fotoğraf makine motor vida çekiç merdiven kapı pencere duvar çatı bahçe buzdolabı fırın ütü süpürge sabun havlu tarak ilaç
şarkı film hikâye şiir roman harita pusula uçurtma balon kutu şişe kavanoz sepet torba ip kumaş düğme iğne""".split()

FOODS = """ekmek peynir zeytin yumurta bal reçel tereyağı süt yoğurt ayran çay kahve su meyve sebze domates salatalık biber
patlıcan patates soğan sarımsak havuç ıspanak lahana elma armut portakal mandalina üzüm karpuz kavun çilek kiraz incir nar
muz limon et tavuk balık köfte pilav makarna çorba mantı börek pide lahmacun dolma sarma baklava sütlaç kurabiye pasta
dondurma çikolata fındık fıstık ceviz badem mercimek nohut fasulye bulgur""".split()

PLACES = """okul ev iş hastane market pazar park sinema tiyatro müze kütüphane lokanta otel havaalanı istasyon durak banka
postane eczane fırın kasap berber stadyum plaj köy şehir deniz orman dağ göl nehir köprü meydan sokak çarşı cami kale bahçe
üniversite fabrika ofis belediye mahkeme karakol liman otogar konser toplantı düğün tatil""".split()

PEOPLE = """anne baba kardeş abla ağabey dede nine amca teyze hala dayı yenge komşu arkadaş öğretmen öğrenci doktor hemşire
mühendis avukat polis asker şoför garson aşçı terzi bakkal müdür sekreter memur çiftçi balıkçı gazeteci yazar ressam şarkıcı
oyuncu sporcu çocuk bebek kadın adam genç misafir müşteri hasta yolcu turist usta çırak patron işçi""".split()

ADJECTIVES = """büyük küçük güzel çirkin eski yeni uzun kısa sıcak soğuk hızlı yavaş kolay zor pahalı ucuz temiz kirli ağır
hafif zengin yoksul genç yaşlı mutlu üzgün yorgun kırmızı mavi yeşil sarı beyaz siyah mor turuncu kahverengi gri parlak
karanlık aydınlık geniş dar kalın ince tatlı ekşi acı tuzlu taze bayat sert yumuşak dolu boş açık kapalı sessiz gürültülü
önemli gerekli ilginç sıkıcı tehlikeli güvenli sağlıklı akıllı çalışkan tembel dürüst cesur nazik kibar sabırlı""".split()

ADVERBS = """şimdi sonra önce hemen birazdan bazen asla belki mutlaka galiba gerçekten sadece yine artık hâlâ yavaşça
hızla sessizce dikkatle birlikte""".split()

TIMES = """bugün, yarın, dün, bu sabah, dün gece, geçen hafta, gelecek ay, önümüzdeki yıl, öğleden sonra, akşama kadar,
her gün, her zaman, hafta sonu, iki gün önce, biraz önce, sabah erkenden, gece yarısı, yaz tatilinde, bayramda, birkaç gün sonra,
bu akşam, yarın sabah, geçen yıl, her pazar, kış boyunca, az sonra, şu anda, yıllar önce, ilk kez, son günlerde""".replace(
    "\n", " "
).split(", ")

TRANSITIVE_VERBS = """al sat gör bul sev iste bekle ara sor oku yaz çiz boya temizle yıka topla taşı getir gönder götür
bırak unut hatırla öğren anla dinle izle seç kullan kır onar düzelt ölç say sakla göster ver aç kapat hazırla değiştir
kaybet/kaybed""".split() + [
    "tamir et/tamir ed", "kontrol et/kontrol ed", "kabul et/kabul ed", "ziyaret et/ziyaret ed", "takip et/takip ed",
    "merak et/merak ed", "iptal et/iptal ed", "teslim et/teslim ed", "fark et/fark ed", "satın al",
]

MOTION_VERBS = ["git/gid", "gel", "dön", "koş", "yürü", "var", "uğra", "taşın", "yetiş", "gir", "ulaş", "bak"]
STAY_VERBS = ["otur", "çalış", "bekle", "uyu", "kal", "dinlen", "buluş", "yaşa", "konuş", "oyna", "gül", "ağla", "yüz", "eğlen"]

SERVICES = ["müşteri hizmetleri", "teknik destek", "fatura işlemleri", "abonelik işlemleri", "kredi kartı işlemleri",
    "randevu hattı", "rezervasyon hattı", "arıza bildirimi", "kargo takibi", "sigorta işlemleri", "danışma masası"]
VEHICLES = ["otobüs", "tren", "uçak", "vapur", "metro", "tramvay", "minibüs", "taksi", "gemi", "feribot"]
UNITS = ["kilo", "gram", "litre", "metre", "kilometre", "santimetre", "ton", "adet", "paket", "kutu", "dilim", "bardak", "kaşık"]
WEATHER = ["yağmurlu", "karlı", "güneşli", "bulutlu", "rüzgârlı", "sisli", "fırtınalı", "parçalı bulutlu", "açık", "soğuk", "sıcak"]
SUBJECTS = ["matematik", "tarih", "coğrafya", "fizik", "kimya", "biyoloji", "edebiyat", "müzik", "resim", "felsefe", "hukuk", "ekonomi"]
