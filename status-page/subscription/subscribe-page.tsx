import type { JSX } from "preact";
import { Standalone } from "../frame/standalone.tsx";
import { type Reader, ReaderContext } from "../reader/reader.ts";
import { SignUp, signUpTitle } from "../subscribe/sign-up.tsx";
import type { SignUpModel } from "../subscribe/sign-up-model.ts";
import { pathOfWay } from "../paths/paths.ts";
import { SubscriptionCard } from "../subscribe/subscription-card.tsx";
import { type SubscribeTexts, TEXTS } from "../subscribe/texts.ts";
import { fill } from "#web-kit/language/texts.ts";

interface SubscribePageProps {
  readonly model: SignUpModel;
  /** For whom header and footer are written: their links stay links, since what a dialog would show is here. */
  readonly frameReader: Reader;
  readonly reader: Reader;
  /** The status page's name; undefined while it is not known. */
  readonly name: string | undefined;
}

/** Returns the document's title: nothing else is read aloud when a form comes back. */
export function subscribeTitle(model: SignUpModel, texts: SubscribeTexts): string {
  const title = signUpTitle(model, texts);
  return model.refusal.value === undefined ? title : fill(texts.toCorrect, { title });
}

/** The page where people subscribe: links and plain forms, which a script may answer in place. */
export function SubscribePage(props: SubscribePageProps): JSX.Element {
  const { model, frameReader, reader, name } = props;
  return (
    <Standalone reader={frameReader} name={name} path={pathOfWay(model.way.value)}>
      <ReaderContext.Provider value={reader}>
        <SubscriptionCard title={signUpTitle(model, TEXTS[reader.language])}>
          <SignUp model={model} />
        </SubscriptionCard>
      </ReaderContext.Provider>
    </Standalone>
  );
}
