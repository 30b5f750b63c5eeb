import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Plays a file that lies in this browser. */
export function Playback({ file }: { readonly file: Blob }): JSX.Element | null {
  const [address, setAddress] = useState<string | undefined>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address === undefined ? null : <audio class="playback" controls src={address} />;
}
