/**
 * Every reason a check can have not to pass; the one table of them.
 *
 * `meaning` documents it for engineers; `seen` and `seenTr` say it to readers of an incident, as the
 * end of "our checks saw that …" and of "denetimlerimiz şunu gördü: …".
 */
export const reasons = {
  dns_error: {
    meaning: "the host name could not be looked up",
    seen: "its address cannot be found",
    seenTr: "adresi bulunamıyor",
  },
  wrong_dns_answer: {
    meaning: "the name has other records than the check expects",
    seen: "its name leads to the wrong place",
    seenTr: "adı yanlış yere yönleniyor",
  },
  connect_refused: {
    meaning: "nothing listens on the address",
    seen: "it accepts no connections",
    seenTr: "bağlantı kabul etmiyor",
  },
  connect_timeout: {
    meaning: "no connection was made within the check's timeout",
    seen: "connections to it are not answered",
    seenTr: "bağlantı isteklerine yanıt vermiyor",
  },
  tls_error: {
    meaning: "the TLS handshake failed, or the certificate cannot be used",
    seen: "a secure connection to it fails",
    seenTr: "güvenli bağlantı kurulamıyor",
  },
  certificate_expired: {
    meaning: "the server's certificate has expired",
    seen: "its certificate has expired",
    seenTr: "sertifikasının süresi dolmuş",
  },
  certificate_wrong_name: {
    meaning: "the server's certificate is for another name",
    seen: "its certificate is for another name",
    seenTr: "sertifikası başka bir ada ait",
  },
  certificate_untrusted: {
    meaning: "the server's certificate is self-signed, or its issuer is not known",
    seen: "its certificate cannot be trusted",
    seenTr: "sertifikasına güvenilemiyor",
  },
  certificate_expires_soon: {
    meaning: "the server's certificate expires in fewer days than the check asks for",
    seen: "its certificate is about to expire",
    seenTr: "sertifikasının süresi dolmak üzere",
  },
  connection_lost: {
    meaning: "the connection broke before the answer was complete",
    seen: "it breaks connections off",
    seenTr: "bağlantıyı yarıda kesiyor",
  },
  timeout: {
    meaning: "connected, but not done within the check's timeout",
    seen: "it does not answer in time",
    seenTr: "zamanında yanıt vermiyor",
  },
  bad_status: {
    meaning: "the HTTP status is not the one that is right for the request",
    seen: "it answers with errors",
    seenTr: "hata yanıtı veriyor",
  },
  unauthorized: {
    meaning: "401 or 403: the check's credentials were refused",
    seen: "it refuses valid credentials",
    seenTr: "geçerli kimlik bilgilerini reddediyor",
  },
  rate_limited: {
    meaning: "429: the check's key ran into a limit",
    seen: "it refuses requests because of limits",
    seenTr: "sınırlar nedeniyle istekleri reddediyor",
  },
  unavailable: {
    meaning: "503: server_busy, high_demand or another temporary refusal",
    seen: "it is temporarily unavailable",
    seenTr: "geçici olarak kullanılamıyor",
  },
  model_loading: {
    meaning: "503 model_loading: the model that was asked for is starting",
    seen: "its model is still starting",
    seenTr: "modeli hâlâ başlatılıyor",
  },
  model_degraded: {
    meaning: "the health document reports a model that is not ok",
    seen: "one of its models is not ready",
    seenTr: "modellerinden biri hazır değil",
  },
  bad_body: {
    meaning: "the answer's body is not what the interface promises",
    seen: "its answers are malformed",
    seenTr: "yanıtları bozuk",
  },
  marker_missing: {
    meaning: "the page answered without the marker that says which page it is",
    seen: "the wrong page is shown",
    seenTr: "yanlış sayfa gösteriliyor",
  },
  asset_missing: {
    meaning: "a script or style sheet of the page does not load",
    seen: "parts of the page do not load",
    seenTr: "sayfanın bazı parçaları yüklenmiyor",
  },
  transcript_mismatch: {
    meaning: "the transcript differs from what was said by more than the limit",
    seen: "transcripts are wrong",
    seenTr: "çözümlenen metinler yanlış",
  },
  no_session_started: {
    meaning: "the stream's first message is not session.started",
    seen: "live sessions do not start",
    seenTr: "canlı oturumlar başlamıyor",
  },
  stream_error: {
    meaning: "the stream sent an error message",
    seen: "live sessions end with an error",
    seenTr: "canlı oturumlar hatayla bitiyor",
  },
  no_final_transcript: {
    meaning: "the stream closed without transcript.final",
    seen: "live sessions end without a final transcript",
    seenTr: "canlı oturumlar son metin gelmeden bitiyor",
  },
  several_final_transcripts: {
    meaning: "the stream sent transcript.final more than once",
    seen: "live sessions send several final transcripts",
    seenTr: "canlı oturumlar birden çok son metin gönderiyor",
  },
  late_final_transcript: {
    meaning: "transcript.final came later after the end of the audio than the limit",
    seen: "final transcripts come late",
    seenTr: "son metinler geç geliyor",
  },
  bad_close: {
    meaning: "the stream closed with another code than 1000",
    seen: "live sessions are not closed properly",
    seenTr: "canlı oturumlar düzgün kapanmıyor",
  },
  undecodable_audio: {
    meaning: "the audio that came back is not a WAV file of PCM samples",
    seen: "the audio it makes cannot be played",
    seenTr: "ürettiği ses çalınamıyor",
  },
  wrong_sample_rate: {
    meaning: "the audio has another sample rate than the model's",
    seen: "the audio it makes has the wrong sample rate",
    seenTr: "ürettiği sesin örnekleme hızı yanlış",
  },
  implausible_duration: {
    meaning: "the audio is far too short or too long for its text",
    seen: "the audio it makes is cut short or drawn out",
    seenTr: "ürettiği ses metne göre çok kısa ya da çok uzun",
  },
  silent_audio: {
    meaning: "the audio is silent or nearly so",
    seen: "the audio it makes is silent",
    seenTr: "ürettiği ses sessiz",
  },
  clipped_audio: {
    meaning: "too many samples of the audio are at full scale",
    seen: "the audio it makes is distorted",
    seenTr: "ürettiği ses bozuk",
  },
  gap_in_audio: {
    meaning: "the audio has a long silence inside",
    seen: "the audio it makes has gaps",
    seenTr: "ürettiği seste boşluklar var",
  },
  unintelligible_speech: {
    meaning:
      "the file endpoint, which understands the fixture clip, does not hear what synthesis was asked to say",
    seen: "what it says cannot be understood",
    seenTr: "söyledikleri anlaşılmıyor",
  },
  bad_session: {
    meaning: "the session document lacks a token or its lifetime is wrong",
    seen: "demo sessions are not issued properly",
    seenTr: "deneme oturumları düzgün verilmiyor",
  },
  prober_offline: {
    meaning:
      "a control that has to pass failed as well: the prober's own network is at fault, not the target",
    seen: "our own checks were cut off",
    seenTr: "denetimlerimizin kendisi ağdan koptu",
  },
  prober_intercepted: {
    meaning:
      "a control that has to fail passed: something between the prober and the network answers in its place",
    seen: "our own checks were answered by somebody else",
    seenTr: "denetimlerimize başkası yanıt verdi",
  },
  prober_stalled: {
    meaning: "the prober itself stood still during a run that failed: says nothing of the target",
    seen: "our own checks were held up",
    seenTr: "denetimlerimizin kendisi aksadı",
  },
  check_threw: {
    meaning: "the check met an error that it does not know: the prober's fault, not the target's",
    seen: "our own checks failed",
    seenTr: "denetimlerimizin kendisi hata verdi",
  },
} as const satisfies Record<string, { meaning: string; seen: string; seenTr: string }>;

/** A member of the closed list of reasons. */
export type Reason = keyof typeof reasons;

/** Whether a stored text is a reason of this version. */
export function isReason(text: string | null): text is Reason {
  return text !== null && Object.hasOwn(reasons, text);
}
