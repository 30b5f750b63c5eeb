import { useEffect, useState } from "preact/hooks";

/** Says whether the page is hydrated; what the server rendered cannot be used before. */
export function useReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return isReady;
}
