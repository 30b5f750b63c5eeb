import type { Texts } from "./texts.ts";

/** The demos' forms; client.tsx brings them to life. */
export function Demo({ texts }: { texts: Texts }) {
  return (
    <>
      <h1>{texts.demo}</h1>
      <p class="lead">{texts.demoLead}</p>
      <noscript>
        <p class="problem">{texts.demoNeedsScript}</p>
      </noscript>
      <form id="speak" class="card">
        <h2>{texts.demoSpeak}</h2>
        <label>
          {texts.demoText}
          <textarea name="input" rows={3} maxLength={500} required lang="tr">
            {texts.demoSentence}
          </textarea>
        </label>
        <label>
          {texts.demoVoice}
          <select name="voice" required />
        </label>
        <button type="submit">{texts.demoSpeakButton}</button>
        <audio controls hidden />
        <output />
      </form>
      <form id="transcribe" class="card">
        <h2>{texts.demoTranscribe}</h2>
        <label>
          {texts.demoFile}
          <input
            name="file"
            type="file"
            accept="audio/*,.wav,.mp3,.flac,.ogg,.opus,.webm,.m4a,.mp4"
            required
          />
        </label>
        <button type="submit">{texts.demoTranscribeButton}</button>
        <output />
      </form>
    </>
  );
}
