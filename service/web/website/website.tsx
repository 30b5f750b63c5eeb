import type { Texts } from "./texts.ts";

export function Website({ texts }: { texts: Texts }) {
  const products = [
    [texts.fileTitle, texts.fileText],
    [texts.streamTitle, texts.streamText],
    [texts.speechTitle, texts.speechText],
  ];
  return (
    <>
      <h1>{texts.tagline}</h1>
      <p class="lead">{texts.websiteLead}</p>
      <p class="actions">
        <a class="button" href="/demo">
          {texts.tryIt}
        </a>
        <a class="button quiet" href="/docs">
          {texts.readDocs}
        </a>
      </p>
      <div class="cards">
        {products.map(([title, text]) => (
          <section key={title} class="card">
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <p class="note">{texts.websiteHonest}</p>
    </>
  );
}
