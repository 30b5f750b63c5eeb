import type { Kysely } from "kysely";

import type {
  AffectedComponent,
  ComponentStatus,
  StatusDatabase,
} from "#migrations/status/schema.ts";

import {
  componentIds,
  moveRevision,
  setUpPage,
  type StatusStart,
  writeHistory,
  writeIncident,
  type WrittenIncident,
  writeMaintenance,
  type WrittenMaintenance,
} from "../status-api/status-history.ts";
import { writeDesignedIdentity } from "./designed-identity.ts";
import { writeDesignedFigures } from "./designed-figures.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Ids of what the history has, for pages that show one of them. */
export const designed = {
  incident: "file-transcription-down",
  activeIncident: "synthesis-slow",
  maintenance: "web-certificates",
  doneMaintenance: "dashboard-database",
} as const;

/** One time in which a component was not operational, as milliseconds before now. */
type Trouble = readonly [status: ComponentStatus, agoMs: number, lastsMs: number];

/** What went wrong in the last 90 days; everything else was operational. */
const troubles: Readonly<Record<string, readonly Trouble[]>> = {
  "stt-file": [
    ["degraded_performance", 67 * dayMs, 3 * hourMs],
    ["major_outage", 10 * dayMs + 2 * hourMs, 22 * minuteMs],
  ],
  "stt-stream": [
    ["degraded_performance", 41 * dayMs, 50 * minuteMs],
    ["partial_outage", 24 * dayMs + 5 * hourMs, 95 * minuteMs],
    ["unknown", 3 * dayMs, 5 * hourMs],
  ],
  tts: [
    ["partial_outage", 31 * dayMs, 100 * minuteMs],
    ["degraded_performance", 38 * minuteMs, hourMs],
  ],
  web: [["major_outage", 52 * dayMs, 9 * minuteMs]],
  dashboard: [["under_maintenance", 6 * dayMs, 2 * hourMs]],
};

/** The prober itself was away: nobody knows how anything was. */
const proberAway: Trouble = ["unknown", 55 * dayMs, 6 * hourMs];

/** The live demos came later than the rest. */
const beginnings: Readonly<Record<string, number>> = { demo: 40 * dayMs };
const defaultBeginning = 120 * dayMs;

/** How components change by an update, as `stt-file operational major_outage`. */
function changed(
  ...changes: readonly (readonly [
    code: keyof typeof named,
    old_status: ComponentStatus,
    new_status: ComponentStatus,
  ])[]
): AffectedComponent[] {
  return changes.map(([code, old_status, new_status]) => ({
    code,
    name: named[code],
    old_status,
    new_status,
  }));
}

const named = {
  "stt-file": "File transcription",
  tts: "Speech synthesis",
  dashboard: "Dashboard",
  demo: "Live demos",
} as const;

function statusStartsOf(componentId: string, nowMs: number): StatusStart[] {
  const beginMs = nowMs - (beginnings[componentId] ?? defaultBeginning);
  const times = [...(troubles[componentId] ?? []), proberAway]
    .map(([status, agoMs, lastsMs]) => ({ status, fromMs: nowMs - agoMs, lastsMs }))
    .filter(({ fromMs }) => fromMs > beginMs)
    .toSorted((one, other) => one.fromMs - other.fromMs);
  return [
    { status: "operational", fromMs: beginMs },
    ...times.flatMap(({ status, fromMs, lastsMs }): StatusStart[] => {
      const toMs = fromMs + lastsMs;
      const after: StatusStart[] = toMs > nowMs ? [] : [{ status: "operational", fromMs: toMs }];
      return [{ status, fromMs }, ...after];
    }),
  ];
}

function incidents(nowMs: number): WrittenIncident[] {
  const outageMs = nowMs - 10 * dayMs - 2 * hourMs;
  const streamMs = nowMs - 24 * dayMs - 5 * hourMs;
  const slowMs = nowMs - 38 * minuteMs;
  const oldMs = nowMs - 52 * dayMs;
  return [
    {
      id: designed.activeIncident,
      name: "Speech synthesis is slow",
      nameTr: "Seslendirme yavaş",
      impact: "minor",
      componentIds: ["tts"],
      startedAtMs: slowMs,
      updates: [
        {
          status: "investigating",
          body: "First audio takes up to four seconds. We are looking for the cause.",
          bodyTr: "İlk sesin gelmesi dört saniyeyi buluyor. Nedenini araştırıyoruz.",
          atMs: slowMs + 4 * minuteMs,
          affected: changed(["tts", "operational", "partial_outage"]),
        },
        {
          status: "identified",
          body: "One of three machines lost its network storage and takes no more requests.\n\nThe other two carry the load; expect waits of about a second.",
          bodyTr:
            "Üç makineden biri ağ diskini yitirdi ve artık istek almıyor.\n\nYükü diğer ikisi taşıyor; yaklaşık bir saniyelik bekleme olabilir.",
          atMs: slowMs + 21 * minuteMs,
          affected: changed(["tts", "partial_outage", "degraded_performance"]),
        },
      ],
    },
    {
      id: designed.incident,
      name: "File transcription is down",
      nameTr: "Dosyadan transkripsiyon çalışmıyor",
      impact: "critical",
      componentIds: ["stt-file", "demo"],
      startedAtMs: outageMs,
      updates: [
        {
          status: "investigating",
          body: "Uploads are answered with 502. We are looking into it.",
          bodyTr: "Yüklemelere 502 yanıtı veriliyor. İnceliyoruz.",
          atMs: outageMs + 3 * minuteMs,
          affected: changed(
            ["stt-file", "operational", "major_outage"],
            ["demo", "operational", "degraded_performance"],
          ),
        },
        {
          status: "identified",
          body: "A change of the decoder’s limits refuses every file. We are taking it back.",
          bodyTr:
            "Kod çözücünün sınırlarındaki bir değişiklik her dosyayı geri çeviriyor. Değişikliği geri alıyoruz.",
          atMs: outageMs + 12 * minuteMs,
          affected: changed(["demo", "degraded_performance", "partial_outage"]),
        },
        {
          status: "monitoring",
          body: "The change is taken back; files are transcribed again.",
          bodyTr: "Değişiklik geri alındı; dosyalar yeniden yazıya dökülüyor.",
          atMs: outageMs + 22 * minuteMs,
          affected: changed(
            ["stt-file", "major_outage", "operational"],
            ["demo", "partial_outage", "unknown"],
          ),
        },
        {
          status: "monitoring",
          body: "Correction: the demos were away as well; they too work again.",
          bodyTr: "Düzeltme: canlı demolar da çalışmıyordu; onlar da yeniden çalışıyor.",
          atMs: outageMs + 30 * minuteMs,
          affected: changed(["demo", "unknown", "operational"]),
        },
        {
          status: "resolved",
          body: "Everything has worked for an hour. Files that came during the outage were refused; please send them again.",
          bodyTr:
            "Bir saattir her şey çalışıyor. Kesinti sırasında gelen dosyalar reddedildi; lütfen yeniden gönderin.",
          atMs: outageMs + 85 * minuteMs,
        },
        {
          status: "postmortem",
          body: "A limit on the length of frames was lowered to the wrong unit, which our tests did not notice.\n\nThey now send a recording of each format through the whole path before a release.",
          bodyTr:
            "Çerçeve uzunluğu sınırı yanlış birimle düşürülmüş, testlerimiz bunu fark etmemişti.\n\nArtık her sürümden önce her biçimden bir kaydı baştan sona yazıya döküyorlar.",
          atMs: outageMs + 26 * hourMs,
        },
      ],
    },
    {
      id: "streams-cut-off",
      name: "Some live streams are cut off",
      nameTr: "Bazı canlı akışlar kesiliyor",
      impact: "major",
      componentIds: ["stt-stream"],
      updates: [
        {
          status: "investigating",
          body: "About one stream in five ends before its final transcript.",
          bodyTr: "Yaklaşık her beş akıştan biri son metni gelmeden kesiliyor.",
          atMs: streamMs + 5 * minuteMs,
        },
        {
          status: "resolved",
          body: "A load balancer that closed idle connections too early was corrected.",
          bodyTr: "Boştaki bağlantıları erken kapatan bir yük dengeleyici düzeltildi.",
          atMs: streamMs + 95 * minuteMs,
        },
      ],
    },
    {
      id: "website-down",
      name: "The website does not answer",
      nameTr: "Web sitesi yanıt vermiyor",
      impact: "major",
      componentIds: ["web"],
      updates: [
        {
          status: "investigating",
          body: "The website does not answer. The API is not affected.",
          bodyTr: "Web sitesi yanıt vermiyor. API etkilenmiyor.",
          atMs: oldMs + 2 * minuteMs,
        },
        {
          status: "resolved",
          body: "The website answers again.",
          bodyTr: "Web sitesi yeniden yanıt veriyor.",
          atMs: oldMs + 9 * minuteMs,
        },
      ],
    },
  ];
}

function maintenances(nowMs: number): WrittenMaintenance[] {
  const workMs = nowMs - 6 * dayMs;
  return [
    {
      id: designed.maintenance,
      name: "New certificates",
      nameTr: "Sertifikalar yenileniyor",
      status: "scheduled",
      fromMs: nowMs + 2 * dayMs + 10 * hourMs,
      untilMs: nowMs + 2 * dayMs + 11 * hourMs,
      announcedAtMs: nowMs - 3 * dayMs,
      componentIds: ["web", "docs"],
    },
    {
      id: designed.doneMaintenance,
      name: "A larger database for the dashboard",
      nameTr: "Panele daha büyük bir veritabanı",
      status: "completed",
      fromMs: workMs,
      untilMs: workMs + 2 * hourMs,
      componentIds: ["dashboard"],
      updates: [
        {
          status: "in_progress",
          body: "The work has begun.",
          bodyTr: "Çalışma başladı.",
          atMs: workMs,
          affected: changed(["dashboard", "operational", "under_maintenance"]),
        },
        {
          status: "verifying",
          body: "The new database answers; we are checking it.",
          bodyTr: "Yeni veritabanı yanıt veriyor; kontrol ediyoruz.",
          atMs: workMs + 95 * minuteMs,
        },
        {
          status: "completed",
          body: "The work is done.",
          bodyTr: "Çalışma tamamlandı.",
          atMs: workMs + 2 * hourMs,
          affected: changed(["dashboard", "under_maintenance", "operational"]),
        },
      ],
    },
  ];
}

/**
 * Writes 90 days with everything that a page can show: outages of each kind, one that goes on, maintenance that is over and
 * ahead, times that nobody saw, a component that is younger than the rest, and hourly figures.
 */
export async function writeDesignedHistory(
  db: Kysely<StatusDatabase>,
  nowMs: number,
): Promise<void> {
  await setUpPage(db, nowMs - defaultBeginning);
  await db
    .updateTable("components")
    .set({ objective: 99.9, report_public: true })
    .where("id", "!=", "dashboard")
    .execute();
  // So that the graph of the console has lines.
  await db
    .updateTable("components")
    .set({ depends_on: JSON.stringify(["stt-file", "stt-stream", "tts"]) })
    .where("id", "=", "demo")
    .execute();
  await writeDesignedIdentity(db);
  for (const id of componentIds) {
    await writeHistory(db, id, statusStartsOf(id, nowMs), nowMs + dayMs);
  }
  for (const incident of incidents(nowMs)) await writeIncident(db, incident);
  for (const maintenance of maintenances(nowMs)) await writeMaintenance(db, maintenance);
  await writeDesignedFigures(db, nowMs);
  await moveRevision(db, nowMs);
}
