import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Product } from "../accounts/activity.ts";
import type { Engine } from "../engine/engine.ts";
import type { ModelState } from "../engine/process/lifecycle.ts";

const MODEL_STATES: readonly ModelState[] = ["starting", "ok", "restarting", "broken"];
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What the service counts about itself; labels are of closed lists. */
export class ServiceMetrics {
  readonly registry = new Registry();

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
  readonly audioSeconds = new Counter({
    name: "service_audio_seconds_total",
    help: "Seconds of audio transcribed or spoken.",
    labelNames: ["product"] satisfies readonly string[],
    registers: [this.registry],
  });
  readonly firstAudioSeconds = new Histogram({
    name: "service_first_audio_seconds",
    help: "Seconds from a synthesis request to its first audio.",
    labelNames: ["model"],
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });
  readonly streams = new Gauge({
    name: "service_streams",
    help: "Live streams that are open.",
    registers: [this.registry],
  });
  readonly speechSockets = new Gauge({
    name: "service_speech_sockets",
    help: "Synthesis sockets that are open.",
    registers: [this.registry],
  });
  readonly limitsDegraded = new Gauge({
    name: "service_limits_degraded",
    help: "1 while limits are counted by this process alone although replicas should share them.",
    registers: [this.registry],
  });
  readonly processEnds = new Counter({
    name: "service_model_process_ends_total",
    help: "Times a model process ended by itself.",
    labelNames: ["model"],
    registers: [this.registry],
  });
  readonly admissionSeconds = new Histogram({
    name: "service_admission_wait_seconds",
    help: "Seconds that work waited for a place at its model.",
    labelNames: ["model"],
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });
  readonly refusals = new Counter({
    name: "service_admission_refused_total",
    help: "Work that a model did not take.",
    labelNames: ["model", "code"],
    registers: [this.registry],
  });
  readonly computeSeconds = new Counter({
    name: "service_compute_seconds_total",
    help: "Seconds that models worked.",
    labelNames: ["model"],
    registers: [this.registry],
  });
  readonly computeUnits = new Counter({
    name: "service_compute_units_total",
    help: "What models worked on: seconds of audio to transcribe, characters to speak.",
    labelNames: ["model"],
    registers: [this.registry],
  });
  readonly #modelStates = new Gauge({
    name: "service_model_state",
    help: "1 for the state that a model is in.",
    labelNames: ["model", "state"],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  modelState(model: string, state: ModelState): void {
    for (const other of MODEL_STATES) {
      this.#modelStates.set({ model, state: other }, other === state ? 1 : 0);
    }
  }

  /** Reads the queues of the engine whenever the metrics are read. */
  watchQueues(engine: Engine): void {
    new Gauge({
      name: "service_queue_depth",
      help: "Work at a model, running or waiting for a place.",
      labelNames: ["model", "stage"],
      registers: [this.registry],
      collect() {
        for (const { id, queue } of engine.models) {
          this.set({ model: id, stage: "running" }, queue.running);
          this.set({ model: id, stage: "waiting" }, queue.waiting);
        }
      },
    });
  }

  audio(product: Product, seconds: number): void {
    this.audioSeconds.inc({ product }, seconds);
  }
}
