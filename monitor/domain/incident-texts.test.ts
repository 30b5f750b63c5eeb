import { describe, expect, test } from "vitest";
import { clockIn } from "#web-kit/language/clock.ts";
import { forEachLanguage, type Language } from "#web-kit/language/languages.ts";
import { sinceIn } from "#web-kit/language/since.ts";
import type { ComponentStatus } from "./component-status.ts";
import type { ComponentChange, IncidentAction } from "./incident-plan.ts";
import type { ComponentNow } from "./incident-now.ts";
import { incidentTexts } from "./incident-texts.ts";
import { localizedText } from "./localized-text.ts";
import type { Reason } from "./reason.ts";
import { withMoments } from "./text-moments.ts";

const minuteMs = 60_000;
const fallenMs = Date.parse("2026-11-21T14:25:00Z");

const names = new Map(
  Object.entries({
    file: ["File transcription", "Dosya transkripsiyonu"],
    stream: ["Live transcription", "Canlı transkripsiyon"],
    tts: ["Speech synthesis", "Seslendirme"],
    web: ["Website", "Web sitesi"],
    docs: ["Documentation", "Belgeler"],
    demo: ["Live demos", "Canlı demolar"],
  }).map(([id, [en = "", tr = ""]]) => [id, localizedText({ en, tr })]),
);
const all = [...names.keys()];

/** A component that fails for a reason, or is in another state. */
const now = (
  id: string,
  what: Reason | Exclude<ComponentStatus, "major_outage">,
  sinceMs = fallenMs,
): ComponentNow => {
  const isStatus = ["operational", "unknown", "under_maintenance", "partial_outage"].includes(what);
  return {
    id,
    groupId: null,
    dependsOn: [],
    status: isStatus ? (what as ComponentStatus) : "major_outage",
    sinceMs,
    reason: isStatus ? null : what,
    failedSlotMs: null,
  };
};

const fell = (component: ComponentNow): ComponentChange => ({ component, from: "operational" });
const rose = (component: ComponentNow): ComponentChange => ({ component, from: "major_outage" });

const action = (changes: readonly ComponentChange[], more: Partial<IncidentAction> = {}) =>
  ({
    kind: "open",
    amendsLatest: false,
    incidentId: null,
    status: "investigating",
    impact: "critical",
    groupId: null,
    startedAtMs: fallenMs,
    changes,
    worstImpact: "critical",
    recoveredAtMs: null,
    components: changes.map(({ component }) => component),
    atWorst: changes.map(({ component }) => component),
    movedIds: new Set<string>(),
    ...more,
  }) satisfies IncidentAction;

/** What is said with an action, times in UTC. */
const said = (action: IncidentAction) => {
  const { body } = incidentTexts(action, names, names.size);
  return forEachLanguage((language) =>
    withMoments(body[language], ({ form, atMs }) => timeOf(language, form, atMs)),
  );
};

const timeOf = (language: Language, form: string, atMs: number): string => {
  const clock = clockIn(language, new Date(atMs).toISOString().slice(11, 16));
  return form === "since" ? sinceIn(language, clock) : clock;
};

describe("components that fall together", () => {
  test("for one reason are one sentence", () => {
    const fallen = all.slice(0, 5).map((id) => fell(now(id, "timeout")));
    expect(said(action(fallen))).toMatchObject({
      en: "Five services are not responding (since 14:25). We're investigating.",
      tr: "Beş hizmet yanıt vermiyor (14.25'ten beri). İnceliyoruz.",
    });
  });

  test("are named while they are few", () => {
    expect(said(action([fell(now("demo", "timeout"))]))).toMatchObject({
      en: "Live demos is not responding (since 14:25). We're investigating.",
      tr: "Canlı demolar yanıt vermiyor (14.25'ten beri). İnceliyoruz.",
    });
  });

  test("for several reasons are one sentence for those that share one, and a list of the rest", () => {
    const fallen = [
      fell(now("web", "marker_missing")),
      ...["file", "stream", "tts", "docs"].map((id) => fell(now(id, "connect_timeout"))),
      fell(now("demo", "bad_status")),
    ];
    expect(said(action(fallen))).toMatchObject({
      en:
        "Four services are not responding (since 14:25). We're investigating.\n" +
        "Also affected:\n• Website: showing the wrong page\n• Live demos: returning errors",
      tr:
        "Dört hizmet yanıt vermiyor (14.25'ten beri). İnceliyoruz.\n" +
        "Etkilenen diğer hizmetler:\n• Web sitesi: yanlış sayfayı gösteriyor\n• Canlı demolar: hata döndürüyor",
    });
  });

  test("because one of them is down are its consequence", () => {
    const tts = now("tts", "connect_refused");
    const docs = { ...now("docs", "timeout"), dependsOn: ["tts"] };
    const demo = { ...now("demo", "bad_status"), dependsOn: ["docs"] };
    const opening = action([fell(tts), fell(docs), fell(demo)]);
    expect(said(opening)).toMatchObject({
      en:
        "Speech synthesis is refusing connections (since 14:25). " +
        "As a consequence, Documentation and Live demos are affected. We're investigating.",
      tr:
        "Seslendirme bağlantıları reddediyor (14.25'ten beri). " +
        "Bunun sonucu olarak Belgeler ve Canlı demolar etkileniyor. İnceliyoruz.",
    });
    expect(incidentTexts(opening, names, names.size).name.en).toBe(
      "Major outage: Speech synthesis",
    );
  });

  test("are told as consequences behind the cause that they belong to", () => {
    const fallen = [
      fell(now("file", "timeout")),
      fell(now("stream", "timeout")),
      fell(now("tts", "silent_audio")),
      fell({ ...now("demo", "silent_audio"), dependsOn: ["tts"] }),
      fell({ ...now("web", "asset_missing"), dependsOn: ["tts"] }),
    ];
    expect(said(action(fallen)).en).toBe(
      "File transcription and Live transcription are not responding (since 14:25). We're investigating.\n" +
        "Also affected:\n" +
        "• Speech synthesis: producing silent audio. As a consequence, Live demos is affected.\n" +
        "• Website: not loading completely",
    );
  });

  test("each for a reason of its own are counted and listed", () => {
    const fallen = [fell(now("web", "marker_missing")), fell(now("tts", "partial_outage"))];
    expect(said(action(fallen))).toMatchObject({
      en:
        "Two services are affected (since 14:25). We're investigating.\n" +
        "• Website: showing the wrong page\n• Speech synthesis: partly unavailable",
      tr:
        "İki hizmet sorun yaşıyor (14.25'ten beri). İnceliyoruz.\n" +
        "• Web sitesi: yanlış sayfayı gösteriyor\n• Seslendirme: kısmen kullanılamıyor",
    });
  });

  test("are counted in figures beyond ten", () => {
    const fallen = Array.from({ length: 12 }, (_, index) => fell(now(`c${index}`, "timeout")));
    expect(said(action(fallen)).en).toContain("12 services are not responding");
  });
});

describe("while an incident goes on", () => {
  const still = now("tts", "timeout");

  test("what fails by now is told whole when others fall", () => {
    const joined = ["web", "docs"].map((id) => fell(now(id, "timeout", fallenMs + 2 * minuteMs)));
    const components = [still, ...joined.map(({ component }) => component)];
    expect(said(action(joined, { kind: "update", components }))).toMatchObject({
      en: "Speech synthesis, Website and Documentation are not responding (since 14:25). We're investigating.",
      tr: "Seslendirme, Web sitesi ve Belgeler yanıt vermiyor (14.25'ten beri). İnceliyoruz.",
    });
  });

  test("what recovers is never told without what has not", () => {
    const risen = [rose(now("web", "operational", fallenMs + 6 * minuteMs))];
    const components = [still, ...risen.map(({ component }) => component)];
    expect(said(action(risen, { kind: "update", components }))).toMatchObject({
      en: "Website has recovered (14:31). Speech synthesis is still affected. We're investigating.",
      tr: "Web sitesi düzeldi (14.31). Seslendirme hâlâ sorun yaşıyor. İnceliyoruz.",
    });
  });

  test("what nobody sees, and what is under maintenance, is told as that", () => {
    const changes = [rose(now("web", "unknown")), rose(now("docs", "under_maintenance"))];
    const components = [still, ...changes.map(({ component }) => component)];
    expect(said(action(changes, { kind: "update", components }))).toMatchObject({
      en: "Website cannot be checked (since 14:25). Documentation is under maintenance (since 14:25). Speech synthesis is still affected. We're investigating.",
      tr: "Web sitesi kontrol edilemiyor (14.25'ten beri). Belgeler bakımda (14.25'ten beri). Seslendirme hâlâ sorun yaşıyor. İnceliyoruz.",
    });
  });

  test("what recovers is told while the rest is under maintenance, which nobody investigates", () => {
    const risen = [rose(now("web", "operational", fallenMs + 6 * minuteMs))];
    const components = [
      ...risen.map(({ component }) => component),
      now("docs", "under_maintenance"),
    ];
    expect(said(action(risen, { kind: "update", components }))).toMatchObject({
      en: "Website has recovered (14:31). We're monitoring.",
      tr: "Web sitesi düzeldi (14.31). İzliyoruz.",
    });
  });

  test("one that is opened again says so", () => {
    const fallen = [fell(now("tts", "timeout"))];
    expect(said(action(fallen, { kind: "reopen" })).tr).toBe(
      "Sorun yeniden görüldü. Seslendirme yanıt vermiyor (14.25'ten beri). İnceliyoruz.",
    );
  });
});

describe("when all is well again", () => {
  const recoveredAtMs = fallenMs + 6 * minuteMs;
  const well = (ids: readonly string[]) => ids.map((id) => now(id, "operational", recoveredAtMs));
  const watched = (ids: readonly string[]) =>
    said(action([], { kind: "monitor", recoveredAtMs, components: well(ids) }));

  test("it is watched", () => {
    expect(watched(all)).toMatchObject({
      en: "All services have recovered (14:31). We're monitoring.",
      tr: "Tüm hizmetler düzeldi (14.31). İzliyoruz.",
    });
    expect(watched(["web", "docs"])).toMatchObject({
      en: "All affected services have recovered (14:31). We're monitoring.",
      tr: "Etkilenen hizmetlerin tümü düzeldi (14.31). İzliyoruz.",
    });
    expect(watched(["web"]).en).toBe(
      "The affected service has recovered (14:31). We're monitoring.",
    );
  });

  test("but for what fails by now in another incident, only the problem is over", () => {
    const recovery = action([], {
      kind: "monitor",
      recoveredAtMs,
      components: well(["web", "tts"]),
      movedIds: new Set(["tts"]),
    });
    expect(said(recovery)).toMatchObject({
      en: "This problem is over (14:31). Speech synthesis now fails for another reason, which has an incident of its own. We're monitoring.",
      tr: "Bu sorun giderildi (14.31). Seslendirme şimdi başka bir nedenle sorun yaşıyor; bu ayrı bir olayda duyuruluyor. İzliyoruz.",
    });
  });

  test("it is resolved, with the duration that the page shows", () => {
    const resolution = action([], { kind: "resolve", recoveredAtMs, components: well(all) });
    expect(said(resolution)).toMatchObject({
      en: "This incident is resolved. Duration: 6 min (14:25 – 14:31).",
      tr: "Bu olay çözüldü. Süre: 6 dk (14.25 – 14.31).",
    });
  });

  test("nothing is said of components that are no longer monitored", () => {
    const resolution = action([], { kind: "resolve", components: [] });
    expect(said(resolution).en).toBe("The affected components are no longer monitored.");
  });
});

describe("an incident's name", () => {
  test("counts all that are listed below it, and names the roots of what stands on them", () => {
    const roots = ["file", "stream", "tts", "web"].map((id) => now(id, "timeout"));
    const docs = { ...now("docs", "timeout"), dependsOn: ["web"] };
    const five = [...roots, docs].map(fell);
    expect(incidentTexts(action(five), names, names.size).name.en).toBe(
      "Major outage: 5 components",
    );
    const two = [roots[3]!, docs].map(fell);
    expect(incidentTexts(action(two), names, names.size).name.en).toBe("Major outage: Website");
  });

  const named = (ids: readonly string[]) =>
    incidentTexts(action(ids.map((id) => fell(now(id, "timeout")))), names, names.size).name;

  test("lists a few components, and counts more", () => {
    expect(named(["file"])).toMatchObject({
      en: "Major outage: File transcription",
      tr: "Büyük kesinti: Dosya transkripsiyonu",
    });
    expect(named(all.slice(0, 5)).en).toBe("Major outage: 5 components");
    expect(named(all)).toMatchObject({
      en: "Major outage: all components",
      tr: "Büyük kesinti: tüm bileşenler",
    });
  });

  test("says all of two, and of a single one its name", () => {
    const [file, stream] = ["file", "stream"].map((id) => fell(now(id, "timeout")));
    const nameOf = (...fallen: readonly ComponentChange[]) =>
      incidentTexts(action(fallen), names, fallen.length).name.en;
    expect(nameOf(file!, stream!)).toBe("Major outage: all components");
    expect(nameOf(file!)).toBe("Major outage: File transcription");
  });
});
