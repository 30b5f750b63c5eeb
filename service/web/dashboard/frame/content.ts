import type { Product } from "#service/contract/activities.ts";
import type { dashboardOperations, ImportedLine, ShownLimit } from "#service/contract/dashboard.ts";
import type { listOf } from "#service/contract/lists.ts";
import type {
  PronunciationBody,
  PronunciationPreview as PreviewBody,
} from "#service/contract/pronunciations.ts";
import type { Sent } from "#service/contract/schema.ts";
import type { SavedVoiceBody } from "#service/contract/voices.ts";
import type { ModelVoices, ShownVoice } from "../../frame/shown-voice.ts";

export type { ImportedLine, Product };

/** Times are ISO 8601, days UTC days as `2026-11-21`; all of it goes through JSON to the page's script. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly isRevoked: boolean;
}

/** What was used of a product on a day with a key. */
export interface UsageRow {
  readonly day: string;
  readonly product: Product;
  readonly keyId: string;
  readonly requests: number;
  readonly audioSeconds: number;
  readonly characters: number;
}

/** How one quota of the month stands, in seconds of audio or characters; no limit is null. */
export interface QuotaMeter {
  readonly limit: number | null;
  readonly used: number;
  /** What requests that run may still use. */
  readonly reserved: number;
}

export interface QuotaMonth {
  readonly resetsAt: string;
  readonly audioSeconds: QuotaMeter;
  readonly characters: QuotaMeter;
}

/** The days that are shown, both included. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** What the API answers with. */
export type SavedVoice = Sent<typeof SavedVoiceBody>;
export type Pronunciation = Sent<typeof PronunciationBody>;
export type PronunciationPage = Sent<ReturnType<typeof listOf<typeof PronunciationBody>>>;
export type PronunciationPreview = Sent<typeof PreviewBody>;
type ImportOperation = (typeof dashboardOperations)["importPronunciations"];
export type ImportAnswer = Sent<ImportOperation["answer"]["content"]["application/json"]>;

/** What an account may do at most; no limit is null. */
export type Limits = Readonly<Record<ShownLimit, number | null>>;

type PasswordProblem = "too-short" | "too-long" | "too-common" | "like-email";

/** The form to sign in. */
export interface SignInContent {
  readonly page: "sign-in";
  readonly problem:
    | "none"
    /** A field was left empty. */
    | "empty"
    | "wrong"
    | "too-many"
    | "too-late"
    | "away"
    | "busy"
    | "provider"
    | "unverified"
    | "connect-first"
    | "no-account"
    | "other-person";
  /** What was typed. */
  readonly email: string;
  /** Where signing in leads. */
  readonly next: string;
  /** What was done just before. */
  readonly notice: "password-set" | "account-deleted" | undefined;
  readonly signUpIsOpen: boolean;
  /** Whether a lost password is reset by mail. */
  readonly sendsMail: boolean;
  /** The OpenID provider that people may sign in with. */
  readonly provider: string | undefined;
}

/** Why a code was not taken. */
export type TwoStepProblem = "wrong-code" | "wrong-password" | "too-many";

/** The form of the code that ends signing in. */
export interface SignInCodeContent {
  readonly page: "sign-in-code";
  /** Who gave the password before. */
  readonly token: string;
  readonly email: string;
  readonly next: string;
  readonly problem: TwoStepProblem | undefined;
}

/** The form to make an account. */
export interface SignUpContent {
  readonly page: "sign-up";
  readonly problem: "none" | "email" | "taken" | "too-many" | "away" | "busy" | PasswordProblem;
  readonly email: string;
  /** Where it leads. */
  readonly next: string;
  readonly isOpen: boolean;
  /** Whether a mail asks for the password; else the form does. */
  readonly sendsMail: boolean;
  /** Whom to ask for an account; undefined is whoever runs the service. */
  readonly contact: string | undefined;
  readonly leastPasswordCharacters: number;
}

/** The form that asks for a mail with which a password is reset. */
export interface LostPasswordContent {
  readonly page: "lost-password";
  readonly problem: "none" | "email" | "too-many" | "away";
  readonly email: string;
  /** Where signing in leads. */
  readonly next: string;
}

/** Says that a mail was sent. */
export interface MailSentContent {
  readonly page: "mail-sent";
  readonly about: "sign-up" | "password";
}

/** The form of a link from a mail that sets a password. */
export interface NewPasswordContent {
  readonly page: "new-password";
  readonly about: "sign-up" | "password";
  readonly token: string;
  /** Where signing in leads. */
  readonly next: string;
  /** Whose password it is. */
  readonly email: string;
  readonly problem: "none" | "too-many" | PasswordProblem;
  readonly leastPasswordCharacters: number;
}

/** The form of a link from a mail that confirms an address: that of the account, or the one that it is to have. */
export interface ConfirmAddressContent {
  readonly page: "confirm-address" | "new-address";
  readonly token: string;
  readonly email: string;
}

/** The form of an invitation to an account. */
export interface InvitationContent {
  readonly page: "invitation";
  readonly token: string;
  /** Who is invited, and to whose account. */
  readonly email: string;
  readonly account: string;
  /** Who is signed in; undefined is nobody, who chooses a password. */
  readonly signedInAs: string | undefined;
  readonly provider: string | undefined;
  readonly problem: "none" | "too-many" | PasswordProblem;
  readonly leastPasswordCharacters: number;
}

/** Says that a link from a mail no longer works. */
export interface LinkEndedContent {
  readonly page: "link-ended";
  readonly about: "sign-up" | "password" | "address" | "new-address" | "invitation";
}

export interface OverviewView {
  readonly view: "overview";
  readonly keys: readonly KeyRow[];
  readonly usage: readonly UsageRow[];
  readonly days: DayRange;
  readonly quota: QuotaMonth;
  /** A built-in voice, for examples; undefined while no model speaks. */
  readonly voice: string | undefined;
}

/** Why no key was made. */
export type KeyProblem = "unnamed" | "too-long" | "too-many";

export interface KeysView {
  readonly view: "keys";
  readonly keys: readonly KeyRow[];
  readonly mostKeys: number;
  readonly mostNameCharacters: number;
  /** The key that was just made; its secret is shown this once. */
  readonly created: { readonly name: string; readonly secret: string } | undefined;
  readonly problem: KeyProblem | undefined;
  readonly voice: string | undefined;
}

export interface UsageView {
  readonly view: "usage";
  readonly rows: readonly UsageRow[];
  readonly days: DayRange;
  readonly dayCount: number;
  readonly dayCounts: readonly number[];
  readonly keys: readonly KeyRow[];
  /** The key whose usage is shown; undefined is all, the dashboard's own is `dashboard`. */
  readonly keyId: string | undefined;
  /** What the bars of a day are parted by. */
  readonly by: "product" | "key";
  readonly quota: QuotaMonth;
  readonly limits: Limits;
}

/** What recordings of a voice may be. */
export interface RecordingRules {
  readonly leastSeconds: number;
  readonly mostSeconds: number;
  readonly mostBytes: number;
}

export interface VoicesView {
  readonly view: "voices";
  readonly voices: readonly SavedVoice[];
  readonly mostVoices: number | null;
  readonly mostNameCharacters: number;
  readonly mostDescriptionCharacters: number;
  /** Of what a voice is designed from. */
  readonly mostDesignCharacters: number;
  readonly recording: RecordingRules;
  /** The default model first. */
  readonly builtIn: readonly ModelVoices[];
  /** The voice from the demo that is to be saved, as the address carries it. */
  readonly design: string | undefined;
}

export interface PronunciationsView {
  readonly view: "pronunciations";
  readonly entries: readonly Pronunciation[];
  readonly mostEntries: number | null;
  readonly mostWordCharacters: number;
  readonly mostSayingCharacters: number;
  /** Built-in voices of the default model to hear words with. */
  readonly voices: readonly ShownVoice[];
}

/** A session of the person. */
export interface SessionRow {
  readonly id: string;
  /** As `Chrome 130` and `Windows`; undefined is not known. */
  readonly browser: { readonly browser?: string | undefined; readonly system?: string | undefined };
  readonly createdAt: string;
  readonly lastUsedAt: string;
  /** Whether it is the one that looks. */
  readonly isThis: boolean;
}

export interface AccountView {
  readonly view: "account";
  readonly createdAt: string;
  /** Sessions that run, this one included. */
  readonly sessions: readonly SessionRow[];
  readonly twoStep: {
    readonly isOn: boolean;
    readonly recoveryCodesLeft: number;
    readonly problem: TwoStepProblem | undefined;
  };
  /** The OpenID provider that people may sign in with. */
  readonly provider: { readonly name: string; readonly isConnected: boolean } | undefined;
  /** The accounts that the person may use. */
  readonly accounts: readonly {
    readonly id: string;
    readonly email: string;
    readonly isShown: boolean;
  }[];
  /** What the person is in the account that is shown. */
  readonly role: RoleName;
  readonly hasPassword: boolean;
  /** Whether the person was seen to read what is sent to the address, and whether a mail can be sent there. */
  readonly isConfirmed: boolean;
  readonly sendsMail: boolean;
  readonly problem: "wrong" | "too-many" | PasswordProblem | undefined;
  readonly emailChange: {
    readonly problem: "email" | "taken" | "wrong" | "too-many" | "too-many-mails" | undefined;
    /** What was typed. */
    readonly email: string;
  };
  readonly deletion: {
    /** What the person proves with who they are. */
    readonly proof: "password" | "code" | "email";
    readonly problem: "wrong" | "too-many" | "last-owner" | undefined;
  };
  /** What was done just before. */
  readonly done:
    | "password"
    | "address"
    | "email"
    | "mail-sent"
    | "mail-sent-to-new"
    | "session"
    | "two-step-off"
    | "connected"
    | "not-connected"
    | undefined;
  readonly leastPasswordCharacters: number;
}

export type RoleName = "owner" | "member" | "billing";

/** Who may use the account, and who is invited to. */
export interface MembersView {
  readonly view: "members";
  readonly members: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: RoleName;
    readonly since: string;
    /** Whether it is the one who looks. */
    readonly isThis: boolean;
  }[];
  readonly invitations: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: RoleName;
    readonly expiresAt: string;
  }[];
  readonly roles: readonly RoleName[];
  /** Whether the one who looks may change members. */
  readonly mayChange: boolean;
  readonly sendsMail: boolean;
  readonly problem:
    | "email"
    | "role"
    | "member"
    | "too-many"
    | "too-many-mails"
    | "last-owner"
    | "unknown"
    | undefined;
  /** The address that was typed, or that was just invited by `link`, which is shown this once. */
  readonly email: string;
  readonly link: string | undefined;
}

/** Says that the role of the one who looks does not allow the page. */
export interface NotAllowedView {
  readonly view: "not-allowed";
}

/** What an app learns the second step from, and the form of its first code. */
export interface TwoStepView {
  readonly view: "two-step";
  /** To type, in groups. */
  readonly secret: string;
  /** The same as a picture to scan: the address of an image. */
  readonly picture: string;
  readonly hasPassword: boolean;
  readonly problem: TwoStepProblem | undefined;
}

/** Recovery codes, shown this once. */
export interface RecoveryCodesView {
  readonly view: "recovery-codes";
  readonly codes: readonly string[];
}

export type DashboardView =
  | OverviewView
  | KeysView
  | UsageView
  | VoicesView
  | PronunciationsView
  | AccountView
  | TwoStepView
  | RecoveryCodesView
  | MembersView
  | NotAllowedView;

/** The parts of the dashboard that its navigation leads to. */
export type PartName = Exclude<
  DashboardView["view"],
  "two-step" | "recovery-codes" | "not-allowed"
>;

/** A page of an account. */
export interface DashboardContent {
  readonly page: "dashboard";
  /** Who is signed in. */
  readonly email: string;
  /** The account that is shown, where it was made for somebody else. */
  readonly account: string | undefined;
  /** The parts that the role of the one who looks allows. */
  readonly parts: readonly PartName[];
  readonly shown: DashboardView;
}

/** What whoever is not signed in sees, and forms of links from mails. */
export type EntranceContent =
  | SignInContent
  | SignInCodeContent
  | SignUpContent
  | LostPasswordContent
  | MailSentContent
  | NewPasswordContent
  | ConfirmAddressContent
  | InvitationContent
  | LinkEndedContent;

/** What the dashboard's pages show. */
export type EveryContent = EntranceContent | DashboardContent;
