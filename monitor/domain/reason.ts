/**
 * Every reason a check can have not to pass; the one table of them.
 *
 * What each means, for engineers; readers of an incident are told it as languages/{language}/monitor/reasons.json says it.
 */
export const reasons = {
  dns_error: "the host name could not be looked up",
  wrong_dns_answer: "the name has other records than the check expects",
  connect_refused: "nothing listens on the address",
  connect_timeout: "no connection was made within the check's timeout",
  tls_error: "the TLS handshake failed, or the certificate cannot be used",
  certificate_expired: "the server's certificate has expired",
  certificate_wrong_name: "the server's certificate is for another name",
  certificate_untrusted: "the server's certificate is self-signed, or its issuer is not known",
  certificate_expires_soon:
    "the server's certificate expires in fewer days than the check asks for",
  connection_lost: "the connection broke before the answer was complete",
  timeout: "connected, but not done within the check's timeout",
  bad_status: "the HTTP status is not the one that is right for the request",
  unauthorized: "401 or 403: the check's credentials were refused",
  rate_limited: "429: the check's key ran into a limit",
  unavailable: "503: server_busy, high_demand or another temporary refusal",
  model_loading: "503 model_loading: the model that was asked for is starting",
  model_degraded: "the health document reports a model that is not ok",
  bad_body: "the answer's body is not what the interface promises",
  marker_missing: "the page answered without the marker that says which page it is",
  asset_missing: "a script or style sheet of the page does not load",
  transcript_mismatch: "the transcript differs from what was said by more than the limit",
  no_session_started: "the stream's first message is not session.started",
  stream_error: "the stream sent an error message",
  no_final_transcript: "the stream closed without transcript.final",
  several_final_transcripts: "the stream sent transcript.final more than once",
  late_final_transcript: "transcript.final came later after the end of the audio than the limit",
  bad_close: "the stream closed with another code than 1000",
  undecodable_audio: "the audio that came back is not a WAV file of PCM samples",
  wrong_sample_rate: "the audio has another sample rate than the model's",
  implausible_duration: "the audio is far too short or too long for its text",
  silent_audio: "the audio is silent or nearly so",
  clipped_audio: "too many samples of the audio are at full scale",
  gap_in_audio: "the audio has a long silence inside",
  unintelligible_speech:
    "the file endpoint, which understands the fixture clip, does not hear what synthesis was asked to say",
  bad_session: "the session document lacks a token or its lifetime is wrong",
  prober_offline:
    "a control that has to pass failed as well: the prober's own network is at fault, not the target",
  prober_intercepted:
    "a control that has to fail passed: something between the prober and the network answers in its place",
  prober_stalled:
    "the prober itself stood still during a run that failed: says nothing of the target",
  check_threw: "the check met an error that it does not know: the prober's fault, not the target's",
} as const satisfies Record<string, string>;

/** A member of the closed list of reasons. */
export type Reason = keyof typeof reasons;

/** Whether a stored text is a reason of this version. */
export function isReason(text: string | null): text is Reason {
  return text !== null && Object.hasOwn(reasons, text);
}
