import type { DocsContent } from "./content.ts";
import type { Texts } from "./texts.ts";

export function Docs(props: { texts: Texts; content: DocsContent; baseUrl: string }) {
  const { texts, content, baseUrl } = props;
  return (
    <>
      <h1>{texts.docs}</h1>
      <p class="lead">{texts.docsLead}</p>

      <h2>{texts.docsKey}</h2>
      <p>{texts.docsKeyText}</p>
      <pre>
        <code>{`export API_KEY=$(cat data/bootstrap-api-key)`}</code>
      </pre>

      <h2>{texts.speechTitle}</h2>
      <pre>
        <code>{speechExample(baseUrl, content)}</code>
      </pre>

      <h2>{texts.fileTitle}</h2>
      <pre>
        <code>{transcriptionExample(baseUrl, content)}</code>
      </pre>

      <h2>{texts.endpoints}</h2>
      <Endpoints texts={texts} content={content} />
      <p>
        {texts.endpointsDocuments} <a href="/v1/openapi.json">OpenAPI</a>,{" "}
        <a href="/v1/asyncapi.json">AsyncAPI</a>
      </p>

      <h2>{texts.streamProtocol}</h2>
      <p>{texts.streamProtocolText}</p>
      <pre>
        <code>{STREAM_EXAMPLE}</code>
      </pre>

      <h2 id="errors">{texts.errors}</h2>
      <p>{texts.errorsText}</p>
      <pre>
        <code>{`{"error":{"message":"…","type":"invalid_request_error","code":"unknown_voice","param":"voice"}}`}</code>
      </pre>
      <table>
        <thead>
          <tr>
            <th>{texts.status}</th>
            <th>{texts.code}</th>
            <th>{texts.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {content.errors.map(({ status, code, sentence }) => (
            <tr key={`${status} ${code}`}>
              <td>{status}</td>
              <td>
                <code>{code}</code>
              </td>
              <td lang="en">{sentence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Endpoints({ texts, content }: { texts: Texts; content: DocsContent }) {
  const transcriptionModels = content.transcriptionModels.join(", ");
  const synthesisModels = content.synthesisModels.join(", ");
  const rows = [
    ["POST /v1/audio/transcriptions", `${texts.endpointFile} model: ${transcriptionModels}`],
    ["WS /v1/audio/stream", texts.endpointStream],
    ["POST /v1/audio/speech", `${texts.endpointSpeech} model: ${synthesisModels}`],
    ["GET /v1/voices?type=builtin", texts.endpointVoices],
    ["GET, POST /v1/voices", texts.endpointSavedVoices],
    ["GET, POST /v1/pronunciations", texts.endpointPronunciations],
    ["POST /v1/pronunciations/preview", texts.endpointPreview],
    ["GET /v1/models", texts.endpointModels],
    ["POST /v1/sessions", texts.endpointSessions],
    ["GET /v1/usage", texts.endpointUsage],
    [`GET ${content.ttsUrl}/health/synth`, texts.endpointHealth],
  ];
  return (
    <table>
      <tbody>
        {rows.map(([endpoint, text]) => (
          <tr key={endpoint}>
            <td>
              <code>{endpoint}</code>
            </td>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const speechExample = (baseUrl: string, { synthesisModels: [model], voice }: DocsContent) =>
  `curl ${baseUrl}/v1/audio/speech \\
  -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{"model":"${model}","voice":"${voice ?? "VOICE"}","input":"Merhaba dünya."}' -o merhaba.mp3`;

const transcriptionExample = (
  baseUrl: string,
  { transcriptionModels: [model] }: DocsContent,
) => `curl ${baseUrl}/v1/audio/transcriptions \\
  -H "Authorization: Bearer $API_KEY" \\
  -F model=${model} -F file=@merhaba.mp3`;

const STREAM_EXAMPLE = `{"type":"session.started","session_id":"…","request_id":"…","model":"transcribe-1","sample_rate":16000,"expires_at":"…"}
{"type":"transcript.partial","segment":0,"start":0.21,"end":0.92,"text":"Merhaba"}
{"type":"transcript.segment","segment":0,"start":0.21,"end":1.04,"text":"Merhaba dünya."}
{"type":"transcript.final","text":"Merhaba dünya.","duration":1.6,"segments":[…],"usage":{"type":"duration","seconds":1.6}}`;
