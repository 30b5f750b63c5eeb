import { fixtureClip } from "../service/speech-service.ts";

/** A service, and the key of the account that gets what is added. */
interface Service {
  readonly url: string;
  readonly key: string;
}

const voices = [
  { name: "Ayşe", description: "Santral ve bekleme anonsları" },
  { name: "Haber bülteni", description: "" },
] as const;

const pronunciations = [
  { word: "TBMM", alias: "Türkiye Büyük Millet Meclisi", case_sensitive: true },
  { word: "Peugeot", ipa: "pøˈʒo" },
  { word: "dr.", alias: "doktor" },
  { word: "WhatsApp", ipa: "ˈvatsap" },
] as const;

/** Saves two voices of one recording. */
export async function saveDesignedVoices(service: Service): Promise<void> {
  const { wav } = await fixtureClip();
  for (const label of voices) {
    const form = new FormData();
    form.append("reference_audio", new Blob([new Uint8Array(wav)]), "recording.wav");
    for (const [name, value] of Object.entries({ consent: "true", ...label })) {
      form.append(name, value);
    }
    await add(service, "/v1/voices", form);
  }
}

/** Adds entries to the dictionary, in other words and in sounds. */
export async function addDesignedPronunciations(service: Service): Promise<void> {
  for (const entry of pronunciations) {
    await add(service, "/v1/pronunciations", JSON.stringify(entry));
  }
}

async function add({ url, key }: Service, path: string, body: FormData | string): Promise<void> {
  const answer = await fetch(new URL(path, url), {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      ...(typeof body === "string" && { "content-type": "application/json" }),
    },
    body,
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}
