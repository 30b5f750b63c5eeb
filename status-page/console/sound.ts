/** How far keys move, in seconds, as in sliders. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.25,
  ArrowDown: -0.25,
  ArrowRight: 0.25,
  ArrowUp: 0.25,
  PageDown: -1,
  PageUp: 1,
  Home: -Infinity,
  End: Infinity,
};

/** Lets people seek in the pictures of each recording, by pointer or keyboard, and marks the current position in them. */
export function followSounds(): void {
  for (const figure of document.querySelectorAll("figure.sound")) {
    const audio = figure.querySelector("audio");
    const pictures = figure.querySelector<HTMLElement>(".sound-pictures");
    const line = figure.querySelector(".playhead line");
    if (audio !== null && pictures !== null && line !== null) follow(audio, pictures, line);
  }
}

function follow(audio: HTMLAudioElement, pictures: HTMLElement, line: Element): void {
  const seconds = Number(pictures.dataset["seconds"]);
  const length = (): number => (Number.isFinite(audio.duration) ? audio.duration : seconds);

  const show = (): void => {
    const at = audio.currentTime;
    const x = `${(at / seconds) * 100}%`;
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
    pictures.ariaValueNow = at.toFixed(2);
    pictures.ariaValueText = secondsInWords().format(at);
  };
  const seek = (to: number): void => {
    audio.currentTime = Math.max(0, Math.min(length(), to));
    show();
  };
  const showWhilePlaying = (): void => {
    show();
    if (!audio.paused) requestAnimationFrame(showWhilePlaying);
  };

  pictures.tabIndex = 0;
  pictures.role = "slider";
  pictures.ariaLabel = pictures.dataset["label"] ?? "";
  pictures.ariaValueMin = "0";
  pictures.ariaValueNow = "0";
  pictures.ariaValueMax = length().toFixed(2);
  audio.addEventListener("loadedmetadata", () => {
    pictures.ariaValueMax = length().toFixed(2);
  });
  audio.addEventListener("play", showWhilePlaying);
  for (const event of ["pause", "seeked", "ended"]) audio.addEventListener(event, show);
  pictures.addEventListener("click", ({ clientX }) => {
    const { left, width } = pictures.getBoundingClientRect();
    seek(((clientX - left) / width) * seconds);
  });
  pictures.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " || event.key === "Enter") {
      if (audio.paused) void audio.play();
      else audio.pause();
    } else {
      const step = STEPS[event.key];
      if (step === undefined) return;
      seek(audio.currentTime + step);
    }
    event.preventDefault();
  });
  pictures.addEventListener("focus", show);
}

let unitFormat: Intl.NumberFormat | undefined;

/** Created on first use: on a slow phone, that takes as long as the rest of the page's script. */
function secondsInWords(): Intl.NumberFormat {
  unitFormat ??= new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit: "second",
    maximumFractionDigits: 1,
  });
  return unitFormat;
}
