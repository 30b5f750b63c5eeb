import { listed } from "./listed.ts";

/** First names that mean nothing else in the form they are listed in. */
export const GIVEN_NAMES = listed(`
  abdullah abdurrahman adem adile adnan ahmet ali alper altan anıl arda asım atilla ayfer aykut ayla aylin aysel
  aysun ayşe ayşegül aytaç ayten azra bahadır bahriye batuhan bedri begüm bekir belgin belma berat berfin berk
  berkay berna berrin betül beyza bilal bilgehan birgül bora boran buğra buket burak buse bülent büşra cafer canan
  cansu celal cem cemal cemil cengiz cenk ceren cevat ceyda cihan cüneyt çiğdem davut defne didem dilan dilara dilruba
  doruk ebru ece eda efe ekrem elif elvan emine emirhan emrah emre enes enver eray ercan erdal erdinç ergin erhan
  erkan erol ersin ertuğrul esma esra eyüp fadime fahrettin faruk fatih fatma fatoş ferdi ferhat feride ferit fevzi
  feyza figen fikret fuat furkan gökhan gökmen gülay gülben gülçin gülden gülizar gülsüm gülşen gürkan hacer hakan
  haldun halil halit haluk hamza hande hanife harun hasan hatice havva haydar hayri hazal hikmet hilal hulusi hülya
  hüseyin hüsnü ibrahim ilayda ilhan ilkay ilker ilknur ilyas irem isa ismail ismet jale kaan kadir kadriye kamil
  kazım kemal kenan kerem koray korhan köksal kübra kürşat lamia levent leyla macide mahmut mehmet melahat
  melih melik melike melis melisa memduh meral merve meryem mesut mithat mualla muammer muhammed muhammet mukaddes
  murat musa mustafa muzaffer müge müjgan nagehan nalan nazan nazım nazife necati necdet necip necla nejat neriman
  neslihan nesrin nevin nevzat nida nihal nihat nilay nilgün niyazi nuran nuray nurcan nurettin nurgül nurhan nuri
  nurten oğuz oğuzhan okan okay oktay olcay orhan orkun osman ömer özge özgül özkan pelin perihan rabia recep refik
  rıdvan rıfat rukiye sabri salih saliha samet sami sarp seda sedat selahattin selami selçuk selen selim selin
  sema semra sena serdar serhan serhat serkan serpil sevil sevim sevtap sezen sezer sibel sinan sinem soner songül
  suat sude süheyla süleyman sümeyye şaban şebnem şenay şener şerife şevket şeyma şule şükrü taha tahir tahsin talat
  taner tarık taylan tayyip tevfik tolga tuana tuba tuğba tuğçe tuncay tuncer turgay turgut turhan tülay tülin
  türkan ümmühan vahit vedat veysel vildan yahya yakup yasin yavuz yeliz yeşim yılmaz yiğithan yunus yusuf zahide
  zehra zekai zekeriya zekiye zeliha zerrin zeynep ziya zuhal zübeyde zülal
`);

/** First names that are ordinary words as well, in every form. */
export const GIVEN_NAMES_LIKE_WORDS = listed(`
  ada adil alev alp arif aslı ata ateş ayaz aydın bahar barış bayram bilge bulut burcu can cihat çağla çağrı çınar
  çiçek damla demet deniz derya dilek doğa doğan doğuş durmuş dursun duru duygu dünya ela emel emir engin erdem eren
  esin eylül ezgi fahri fidan filiz fulya funda gamze gizem gonca gökçe gönül gül gülen güler güneş güven hale hayat
  hürriyet ışık ışıl inci ipek itır kader kardelen kaya kıvanç kumru lale mehtap melek melodi meltem menekşe mert
  metin mine müjde naz nazlı nehir nergis neşe nilüfer nimet nur onur oya ozan öykü özgür özlem papatya pınar poyraz
  ramazan reyhan rıza rüya rüzgar saadet sadık savaş seçil serap sevda sevgi sevinç simge su suna şafak şen şerif şimşek
  şirin tan tayfun toprak tuna tunç tutku ufuk uğur ulaş umut utku ülkü ümit ümran veli volkan yağmur yakut yaprak
  yasemin yaşar yıldız yiğit yonca yüksel zafer zeki zümrüt
`);

/** Surnames that mean nothing else. */
export const SURNAMES = listed(`
  acar akbulut akgül akkaya akman aksoy aktaş alkan altıntaş arslan aslantaş ataman atatürk ateşoğlu aydoğan aydoğdu
  bayındır bayraktar bektaş boztepe çetinkaya dağdelen demirel demirtaş dinçer erbakan erdoğan ergün eroğlu ersoy
  gökalp güngör inönü karabulut karagöz karahan karakaya karakoç karakuş karataş kayaoğlu kılıçaslan kocabaş korkut
  köroğlu kurtoğlu kutlay menderes mutluer ökten özal özcan özçelik özdemir özdoğan özer özkan özkaya öztürk
  polat sarıkaya şahinoğlu tekeli türkmen uzunoğlu ünal yalçın yalçınkaya yavuz yazıcıoğlu yıldızoğlu yılmaz
`);

/** Surnames that are ordinary words as well. */
export const SURNAMES_LIKE_WORDS = listed(`
  akın aslan avcı aydın balcı başaran bayram bilgin bozkurt bulut can coşkun çakır çakmak çelik çetin çiftçi demir
  demirci deniz dinç doğan duman durmaz ekinci erdem genç gül güler gündüz güneş gürbüz güzel kahraman kaplan kara
  karaca kartal kaya keskin kılıç kılınç koç koçak korkmaz köse kurt kuş mutlu oral öner özen pamuk sağlam sarı savaş
  sezgin sönmez şahin şeker şen şimşek taş taşkın tekin topal topçu toprak tunç turan uçar uyar uysal uzun ünlü
  yaman yaşar yıldırım yıldız yurtsever yüksel
`);

/** What is said after somebody's name and is written with a capital. */
export const TITLES_AFTER_NAMES = listed("bey hanım beyefendi hanımefendi efendi paşa");

/** What is said after somebody's name and stays as it is. */
export const KINSHIP_AFTER_NAMES = listed(
  "abi abla ağabey amca teyze dayı hala yenge usta hoca öğretmen kardeş",
);

/** What is said before somebody's name and is written with a capital there. */
export const TITLES_BEFORE_NAMES = listed(
  "sayın doktor profesör doçent avukat bay bayan mareşal albay",
);

/** What is said before somebody's name when people are introduced. */
export const INTRODUCTIONS = listed("adım ismim adı ismi soyadım soyadı");

/** Persons of one name. */
export const SINGLE_NAMES = listed("allah atatürk mevlana");
