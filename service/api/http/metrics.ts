import { processMetrics } from "#runtime/process-metrics.ts";
import { Counter, Gauge, Histogram } from "prom-client";
import { readBuildInfo } from "#runtime/build-info.ts";
import { PRODUCTS, type Product } from "../../contract/activities.ts";
import type { Engine } from "../../engine/engine.ts";
import type { JobStanding } from "../../jobs/job.ts";
import type { ModelState } from "../../engine/process/lifecycle.ts";

const MODEL_STATES: readonly ModelState[] = ["starting", "ok", "hung", "restarting", "broken"];
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const REAL_TIME_FACTORS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Metrics of the service; every label has a closed list of values. */
export class ServiceMetrics {
  readonly registry = processMetrics();

  readonly requests = new Counter({
    name: "service_http_requests_total",
    help: "Answered requests, by route, status and error code.",
    labelNames: ["method", "route", "status", "code"],
    registers: [this.registry],
  });
  readonly requestSeconds = new Histogram({
    name: "service_http_request_duration_seconds",
    help: "Seconds from a request to the end of its answer.",
    labelNames: ["route"],
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });
  readonly requestsInFlight = new Gauge({
    name: "service_http_requests_in_flight",
    help: "Requests that are not answered to the end yet; sockets are service_open_sockets.",
    registers: [this.registry],
  });
  readonly usageWriteFailures = new Counter({
    name: "service_usage_write_failures_total",
    help: "Times that what was used could not be written; it is kept in memory and tried again.",
    registers: [this.registry],
  });
  readonly #audioSeconds = new Counter({
    name: "service_audio_seconds_total",
    help: "Seconds of audio that clients sent to be transcribed (in) or were sent (out).",
    labelNames: ["product", "direction"],
    registers: [this.registry],
  });
  readonly firstAudioSeconds = new Histogram({
    name: "service_first_audio_seconds",
    help: "Seconds from a synthesis request to its first audio.",
    labelNames: ["model"],
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });
  readonly openSockets = new Gauge({
    name: "service_open_sockets",
    help: "WebSockets that are open, by route.",
    labelNames: ["route"],
    registers: [this.registry],
  });
  readonly limitsDegraded = new Gauge({
    name: "service_limits_degraded",
    help: "1 while limits are counted by this process alone although replicas should share them.",
    registers: [this.registry],
  });
  readonly jobsDone = new Counter({
    name: "service_jobs_done_total",
    help: "Times that this process worked at a job, by how that ended; again is one that is done again later.",
    labelNames: ["outcome"],
    registers: [this.registry],
  });
  readonly jobWebhooks = new Counter({
    name: "service_job_webhooks_total",
    help: "Attempts to send the webhook of a job, by how they ended.",
    labelNames: ["outcome"],
    registers: [this.registry],
  });
  readonly processRestarts = new Counter({
    name: "service_model_process_restarts_total",
    help: "Times a model process ended by itself and was started again.",
    labelNames: ["model"],
    registers: [this.registry],
  });
  readonly decoderDeaths = new Counter({
    name: "service_decoder_deaths_total",
    help: "Decoders of recordings that were ended from outside, crashed or could not be started.",
    registers: [this.registry],
  });
  readonly queueWaitSeconds = new Histogram({
    name: "service_queue_wait_seconds",
    help: "Seconds that work waited for its place at a model.",
    labelNames: ["model"],
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });
  readonly refusals = new Counter({
    name: "service_queue_refused_total",
    help: "Work that a model did not take, by error code.",
    labelNames: ["model", "code"],
    registers: [this.registry],
  });
  readonly #inferenceSeconds = new Counter({
    name: "service_inference_seconds_total",
    help: "Seconds that models worked.",
    labelNames: ["model"],
    registers: [this.registry],
  });
  readonly #inferenceAudioSeconds = new Counter({
    name: "service_inference_audio_seconds_total",
    help: "Seconds of audio that models heard or made in their inference seconds.",
    labelNames: ["model"],
    registers: [this.registry],
  });
  readonly #realTimeFactor = new Histogram({
    name: "service_real_time_factor",
    help: "Inference seconds per second of audio, of each piece of work; below 1 is faster than real time.",
    labelNames: ["model"],
    buckets: REAL_TIME_FACTORS,
    registers: [this.registry],
  });
  readonly #modelStates = new Gauge({
    name: "service_model_state",
    help: "1 for the state that a model is in.",
    labelNames: ["model", "state"],
    registers: [this.registry],
  });

  constructor() {
    const build = new Gauge({
      name: "service_build_info",
      help: "1, with the version that runs and the commit it is of, where that is known.",
      labelNames: ["version", "commit"],
      registers: [this.registry],
    });
    build.set(readBuildInfo(), 1);
  }

  /** Calls `ping` whenever the metrics are read; it rejects if the database does not answer. */
  watchDatabase(ping: () => Promise<void>): void {
    new Gauge({
      name: "service_database_up",
      help: "1 while the database with accounts and usage answers within a second.",
      registers: [this.registry],
      async collect() {
        const up = await ping().then(
          () => 1,
          () => 0,
        );
        this.set(up);
      },
    });
  }

  /** Reads the resident memory of child processes, by kind, whenever the metrics are read. */
  watchChildren(memory: () => Promise<Readonly<Record<string, number>>>): void {
    new Gauge({
      name: "service_child_resident_memory_bytes",
      help: "Memory of the programs that the service starts, by what they are for; 0 where the system does not tell.",
      labelNames: ["kind"],
      registers: [this.registry],
      async collect() {
        for (const [kind, bytes] of Object.entries(await memory())) this.set({ kind }, bytes);
      },
    });
  }

  /** Sets the state of a model; the first call starts its restart counter, because a rate needs a zero. */
  modelState(model: string, state: ModelState): void {
    this.processRestarts.inc({ model }, 0);
    for (const other of MODEL_STATES) {
      this.#modelStates.set({ model, state: other }, other === state ? 1 : 0);
    }
  }

  /** Removes the state of a model that no longer exists. */
  modelGone(model: string): void {
    for (const state of MODEL_STATES) this.#modelStates.remove({ model, state });
  }

  /** Reads the queues of the engine whenever the metrics are read. */
  watchQueues(engine: Engine): void {
    new Gauge({
      name: "service_queue_depth",
      help: "Work at a model, running or waiting for a place.",
      labelNames: ["model", "stage"],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { id, queue } of engine.running) {
          this.inc({ model: id, stage: "running" }, queue.running);
          this.inc({ model: id, stage: "waiting" }, queue.waiting);
        }
      },
    });
  }

  /** Reads the jobs that wait and run whenever the metrics are read; none where the database does not answer. */
  watchJobs(standing: () => Promise<JobStanding>): void {
    const seen = async () => await standing().catch(() => undefined);
    new Gauge({
      name: "service_jobs",
      help: "Unfinished jobs of all replicas.",
      labelNames: ["status"],
      registers: [this.registry],
      async collect() {
        this.reset();
        const jobs = await seen();
        if (jobs === undefined) return;
        this.set({ status: "queued" }, jobs.queued);
        this.set({ status: "running" }, jobs.running);
      },
    });
    new Gauge({
      name: "service_job_oldest_wait_seconds",
      help: "Seconds that the oldest waiting job of all replicas has waited.",
      registers: [this.registry],
      async collect() {
        this.set((await seen())?.oldestSeconds ?? 0);
      },
    });
    new Gauge({
      name: "service_job_recording_bytes",
      help: "Bytes of recordings that unfinished jobs hold in the database.",
      registers: [this.registry],
      async collect() {
        this.set((await seen())?.bytes ?? 0);
      },
    });
  }

  audio(product: Product, seconds: number): void {
    this.#audioSeconds.inc({ product, direction: PRODUCTS[product].direction }, seconds);
  }

  /** Counts a piece of a model's work: the time it took, and the audio that was transcribed or synthesized. */
  inference(model: string, inferenceSeconds: number, audioSeconds: number): void {
    this.#inferenceSeconds.inc({ model }, inferenceSeconds);
    if (audioSeconds <= 0) return;
    this.#inferenceAudioSeconds.inc({ model }, audioSeconds);
    this.#realTimeFactor.observe({ model }, inferenceSeconds / audioSeconds);
  }
}
