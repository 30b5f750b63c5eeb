import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "#web-kit/dialog.tsx";
import { useReader } from "../reader/reader.ts";
import { SignUp, signUpTitle } from "./sign-up.tsx";
import { signUpModel } from "./sign-up-model.ts";
import { useSubscribeTexts } from "./texts.ts";

export function SubscribeDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const { language } = useReader();
  const texts = useSubscribeTexts("subscribe");
  const [model] = useState(() =>
    signUpModel({ form: { address: "", components: null, statusEvent: null, language } }),
  );
  useEffect(() => void model.ask(), [model]);
  return (
    <Dialog title={signUpTitle(model, texts)} closeLabel={texts.close} onClose={onClose}>
      <div class="subscribe">
        <SignUp model={model} onDone={onClose} />
      </div>
    </Dialog>
  );
}
