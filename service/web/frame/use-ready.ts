import { useEffect, useState } from "preact/hooks";

/** Returns whether the page is hydrated; controls do not work before. */
export function useReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return isReady;
}
