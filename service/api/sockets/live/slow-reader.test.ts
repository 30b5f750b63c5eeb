import { expect, test } from "vitest";
import { SlowReader, type Outlet } from "./slow-reader.ts";

function makeOutlet() {
  const sent: string[] = [];
  const acknowledge: (() => void)[] = [];
  const outlet: Outlet & { bufferedAmount: number } = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send(message, onSent) {
      sent.push(message);
      acknowledge.push(onSent);
    },
  };
  return { outlet, sent, catchUp: () => acknowledge.splice(0).forEach((onSent) => onSent()) };
}

test("a reader that keeps up gets everything", () => {
  const { outlet, sent } = makeOutlet();
  const reader = new SlowReader(outlet);
  reader.sendLatest("partial 1");
  reader.sendLatest("partial 2");
  reader.send("segment");
  expect(sent).toEqual(["partial 1", "partial 2", "segment"]);
});

test("a slow reader gets the latest partial alone, and every segment", () => {
  const { outlet, sent, catchUp } = makeOutlet();
  const reader = new SlowReader(outlet);
  reader.send("segment 1");
  outlet.bufferedAmount = 100_000;
  reader.sendLatest("partial 1");
  reader.sendLatest("partial 2");
  reader.send("segment 2");
  reader.sendLatest("partial 3");
  reader.sendLatest("partial 4");
  outlet.bufferedAmount = 0;
  catchUp();
  catchUp();
  expect(sent).toEqual(["segment 1", "segment 2", "partial 4"]);
});
