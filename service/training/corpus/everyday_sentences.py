"""Everyday speech of our own in many moods and tenses: assistants, telephone calls, customer service, news, family.

Every pattern has places in braces; each is filled with an entry of PLACES in the case that its name says.
"""

import re

from corpus import vocabulary as words
from corpus.inflection import name, noun
from corpus.spoken_numbers import cardinal, clock_time, ordinal

PLACES = {
    "time": lambda rng: clock_time(rng),
    "number": lambda rng: cardinal(rng.choice([rng.randint(2, 30), rng.randint(2, 999)])),
    "order": lambda rng: ordinal(rng.randint(1, 30)),
    "day": lambda rng: rng.choice(words.DAYS),
    "when": lambda rng: rng.choice(words.TIMES),
    "who": lambda rng: rng.choice(words.FIRST_NAMES),
    "whom": lambda rng: name(rng.choice(words.FIRST_NAMES), rng.choice(["(y)I", "(y)A", "DAn", "(y)lA"])),
    "sir": lambda rng: f"{rng.choice(words.FIRST_NAMES)} {rng.choice(['Bey', 'Hanım'])}",
    "person": lambda rng: rng.choice(words.PEOPLE),
    "persons": lambda rng: noun(rng.choice(words.PEOPLE), rng.choice(["lAr", "lArImIz", "lArI"])),
    "city": lambda rng: rng.choice(words.CITIES),
    "in_city": lambda rng: name(rng.choice(words.CITIES), rng.choice(["DA", "DAki"])),
    "to_city": lambda rng: name(rng.choice(words.CITIES), "(y)A"),
    "thing": lambda rng: rng.choice(words.THINGS),
    "the_thing": lambda rng: noun(rng.choice(words.THINGS), rng.choice(["(y)I", "(I)mI", "(I)nI", "(I)mIzI", "lArI"])),
    "food": lambda rng: rng.choice(words.FOODS),
    "place": lambda rng: rng.choice(words.PLACES),
    "to_place": lambda rng: noun(rng.choice(words.PLACES), "(y)A"),
    "at_place": lambda rng: noun(rng.choice(words.PLACES), "DA"),
    "from_place": lambda rng: noun(rng.choice(words.PLACES), "DAn"),
    "vehicle": lambda rng: noun(rng.choice(words.VEHICLES), rng.choice(["(y)lA", "DA", "DAn"])),
    "service": lambda rng: rng.choice(words.SERVICES),
    "quality": lambda rng: rng.choice(words.ADJECTIVES),
    "weather": lambda rng: rng.choice(words.WEATHER),
    "subject": lambda rng: rng.choice(words.SUBJECTS),
    "country": lambda rng: rng.choice(words.COUNTRIES),
}

PATTERNS = """Saat {time} için alarm kur.
{number} dakika sonra bana {the_thing} hatırlat.
Mutfaktaki ışıkları kapatıp salondakileri biraz kısar mısın?
Salonun sıcaklığını {number} dereceye ayarla, pencereleri de kontrol et.
{who} geldiğinde bana haber vermeyi unutma.
Alışveriş listesine {food}, {food} ve {thing} ekle.
{day} günü hava {in_city} nasıl olacak?
Bana {to_city} giden en kısa yolu gösterir misin?
Çalan şarkının adını öğrenebilir miyim?
Sesi biraz aç, duyamıyorum.
Az önce söylediğini anlayamadım, tekrarlayabilir misin?
{whom} görüşebildin mi, yoksa yine mi açmadı?
{sir} şu anda toplantıda, kendisine not bırakmak ister misiniz?
Alo, sesim geliyor mu? Hat biraz cızırtılı.
Sizi {service} bölümüne aktarıyorum, lütfen hattan ayrılmayın.
Yanlış numarayı çevirdiniz galiba, burada öyle biri oturmuyor.
Birazdan seni geri ararım, şimdi araba kullanıyorum.
Telefonun şarjı bitmeden önce adresi mesajla gönderebilir misin?
Görüşmelerimiz kalite standartları gereği kayıt altına alınmaktadır.
Sıradaki ilk müşteri temsilcimize bağlanmak için lütfen bekleyiniz.
Bekleme süreniz yaklaşık {number} dakikadır.
İşleminize devam edebilmem için güvenlik sorularını yanıtlamanız gerekiyor.
Şifrenizi unuttuysanız yenisini oluşturmak için ekrandaki adımları izleyin.
Siparişimin hâlâ kargoya verilmediğini görüyorum, nedenini öğrenebilir miyim?
Gelen ürün hasarlıydı, değiştirilmesini yahut paramın iadesini istiyorum.
Yaşadığınız aksaklıktan dolayı özür dileriz, sorununuz en kısa sürede çözülecektir.
Aboneliğimi {day} gününden itibaren sonlandırmak istiyorum.
Faturamın neden bu kadar yükseldiğini açıklayabilir misiniz?
İnternetimiz {when} kesildi, modemi yeniden başlattık ama düzelmedi.
Talebinizi aldık, {number} iş günü içinde size dönüş yapılacaktır.
Kartınızın son kullanma tarihi geçmiş görünüyor.
Memnuniyetinizi ölçmek için kısa bir anketimiz olacak, katılmak ister misiniz?
{country} ile imzalanan anlaşmanın ayrıntıları {day} günü açıklanacak.
{in_city} meydana gelen kazada {number} kişi hafif yaralandı.
Yetkililer, yangının kontrol altına alındığını ve soğutma çalışmalarının sürdüğünü bildirdi.
Meclis komisyonu yasa tasarısını oy çokluğuyla kabul etti.
Belediye başkanı, su kesintisinin {time} sularında sona ereceğini söyledi.
Uzmanlar, {subject} eğitimine daha fazla kaynak ayrılması gerektiğini vurguluyor.
Borsa güne yükselişle başladı, altın fiyatları ise geriledi.
{country} takımı karşılaşmayı uzatmalarda kazanarak yarı finale yükseldi.
Araştırmaya katılanların yüzde {number} kadarı sonuçtan memnun olmadığını belirtti.
{to_city} yapılacak yeni hastanenin temeli törenle atıldı.
Meteoroloji, kıyı bölgeleri için kuvvetli rüzgâr uyarısında bulundu.
Soruşturma kapsamında ifadesine başvurulan {person} serbest bırakıldı.
Ünlü yazarın yayımlanmamış mektupları gün yüzüne çıktı.
Enflasyon beklentilerin altında kalınca piyasalar rahatladı.
Gözaltına alınanların sayısının artabileceği ifade ediliyor.
Geçen yılın aynı dönemine göre ihracatta belirgin bir azalma yaşandı.
Ödevini bitirmeden dışarı çıkmana izin veremem.
Dün gece hiç uyuyamadım, komşuların gürültüsü bitmek bilmedi.
Keşke {to_place} gitmeden önce beni arasaydın.
{at_place} unuttuğum {the_thing} bulan olmuş mu acaba?
Ben olsam {the_thing} almazdım, bence hiç değmez.
Sana kaç kere söyledim, {the_thing} ortalıkta bırakma diye!
Gelebilseydim mutlaka gelirdim, inan ki çok isterdim.
{persons} gelmeden sofrayı kuralım, {food} soğumasın.
Yemeğin tuzunu fazla kaçırmışım, kusura bakmayın.
{who} ile {who} yakında evleneceklermiş, duydun mu?
Ne zaman {to_place} uğrasam kapalı buluyorum.
Hadi gidelim artık, {vehicle} geç kalacağız.
Bu kadar {quality} olacağını düşünmemiştim doğrusu.
Yağmur dindikten sonra {to_place} doğru yürümeye başladık.
Kimsenin bilmediği bir sırrı yıllarca içinde saklamış.
{from_place} dönerken karşılaştığımız {person} bize yol gösterdi.
Elinden geleni yaptığını biliyorum, üzülmene gerek yok.
Konuştukça aramızdaki buzlar yavaş yavaş eridi.
Çocukluğumun geçtiği sokakları görünce duygulandım.
Onu tanıdığımdan beri bir kez olsun yalan söylediğini görmedim.
Toplantıyı {day} gününe ertelemek zorunda kaldık, çünkü {sir} hastalanmış.
Raporu {time} itibarıyla teslim etmiş olmamız gerekiyordu.
Sunumda hangi konulara değineceğimizi kararlaştıralım.
Ekibimize yeni katılan arkadaşlarımıza hoş geldiniz diyoruz.
Maaşların ne zaman yatacağı henüz belli değilmiş.
İlacı aç karnına, günde {number} kez alacaksınız.
Tahlil sonuçlarınız çıktığında sizi bilgilendireceğiz.
Başım dönüyor, midem bulanıyor, galiba tansiyonum düştü.
{order} kattaki odanızın anahtarını resepsiyondan alabilirsiniz.
Kahvaltı saat {time} itibarıyla {order} katta verilmektedir.
Biletinizi göstermeden içeri giremezsiniz.
Uçağınız {weather} hava nedeniyle {number} dakika rötar yapacaktır.
Arka taraftaki masada oturan {person} hesabı istiyor.
Yarın {weather} bir gün bekleniyor, kalın giyinmeyi ihmal etmeyin.
Yumurtaları çırptıktan sonra {food} ile karıştırıp fırına veriyoruz.
Kavrulan soğanların üzerine doğranmış {food} eklenir ve kısık ateşte pişirilir.
Eski bir inanışa göre {thing} bulmak uğur getirirmiş.
Bilgisayarım donduğu için kaydetmediğim bütün yazılar silindi.
Uygulamayı güncelledikten sonra bildirimler gelmemeye başladı.
{subject} dersinden kalırsam burs hakkımı yitirebilirim.
Tarihçilere göre kale {number} yıl boyunca kuşatmalara direnmiş.
Gökyüzündeki yıldızların çoğu çıplak gözle görülemez.
Ağaçların gölgesinde dinlenen {persons} türkü söylüyordu.
Ne olursa olsun umudunuzu yitirmeyin, her gecenin bir sabahı vardır.
İşin aslını öğrenmeden kimseyi suçlamamalısın.
Anlattıklarına bakılırsa {whom} hiç haz etmiyormuş.
Gitmek istediğinizden emin misiniz, sonra pişman olmayasınız?
Bunları taşımama yardım edebilecek biri var mı?
Geçmiş olsun, bir an önce iyileşmenizi dilerim.
Allah aşkına şu {the_thing} nereye koyduğunu söyle artık!
Eline sağlık, {food} nefis olmuş, tarifini alabilir miyim?
Ellerinize sağlık, her şey için çok teşekkürler.""".splitlines()


def everyday_sentences(rng, count):
    """Returns `count` sentences, every pattern in turn; the same one may come more than once."""
    order, found = [], []
    while len(found) < count:
        order = order or rng.sample(PATTERNS, len(PATTERNS))
        found.append(_filled(order.pop(), rng))
    return found


def _filled(pattern, rng):
    text = re.sub(r"\{(\w+)\}", lambda place: PLACES[place[1]](rng), pattern)
    return {"i": "İ", "ı": "I"}.get(text[0], text[0].upper()) + text[1:]
