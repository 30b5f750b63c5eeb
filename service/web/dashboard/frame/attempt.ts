import { useSignal } from "@preact/signals";
import { faultText } from "../api/call.ts";
import { useReader } from "./reader.ts";

/** Returns `attempt`, which runs an action, and signals for whether it is running and why it failed. */
export function useAttempt() {
  const { texts } = useReader();
  const isBusy = useSignal(false);
  const complaint = useSignal<string | undefined>(undefined);
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    complaint.value = undefined;
    try {
      await act();
    } catch (error) {
      complaint.value = faultText(texts, error);
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, complaint, attempt };
}
