import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { MembersView, RoleName } from "../frame/content.ts";
import { Copy } from "../frame/copy.tsx";
import { Instant } from "../frame/formats.tsx";
import { Complaint } from "../frame/notices.tsx";
import { Island, useReader } from "../frame/reader.ts";
import { EmailField } from "../sign-in/email-field.tsx";
import { Form } from "../frame/form.tsx";

/** The members page: members and open invitations, which owners can change. */
export function MembersPage({ shown }: { readonly shown: MembersView }): JSX.Element {
  const { members } = useReader().texts;
  const { problem, link, email, invitations, mayChange } = shown;
  const isOfForm = problem !== undefined && problem !== "email";
  return (
    <>
      <h1>{members.title}</h1>
      <p class="lead">{members.lead}</p>
      <Complaint text={isOfForm ? members.problems[problem] : undefined} />
      {link !== undefined && <InvitationLink email={email} link={link} />}
      <ul class="rows">
        {shown.members.map((member) => (
          <Island as="li" key={member.id} class="row">
            <Member member={member} shown={shown} />
          </Island>
        ))}
      </ul>
      {invitations.length > 0 && (
        <section aria-labelledby="invitations-title">
          <h2 id="invitations-title">{members.invited}</h2>
          <ul class="rows">
            {invitations.map((invitation) => (
              <Island as="li" key={invitation.id} class="row">
                <PendingInvitation invitation={invitation} mayChange={mayChange} />
              </Island>
            ))}
          </ul>
        </section>
      )}
      {mayChange ? <InviteForm shown={shown} /> : <p class="quiet">{members.askOwner}</p>}
    </>
  );
}

interface MemberProps {
  readonly member: MembersView["members"][number];
  readonly shown: MembersView;
}

function Member({ member, shown }: MemberProps) {
  const { members } = useReader().texts;
  const { id, email, role, since, isThis } = member;
  return (
    <>
      <div class="row-facts">
        <p class="row-name">{email}</p>
        <p class="quiet row-times">
          <span>{members.roles[role]}</span>
          <span>
            {members.since} <Instant at={since} />
          </span>
          {isThis && <strong>{members.you}</strong>}
        </p>
      </div>
      {shown.mayChange && (
        <div class="form-row">
          <form class="form-row" method="post" action="/dashboard/members/role">
            <input type="hidden" name="id" value={id} />
            <RoleChoice
              roles={shown.roles}
              chosen={role}
              label={fill(members.roleOf, { name: email })}
            />
            <button class="button plain small" type="submit">
              {members.change}
            </button>
          </form>
          <Removal id={id} email={email} />
        </div>
      )}
    </>
  );
}

/** Explains and confirms removing a member; opens without a script too. */
function Removal({ id, email }: { readonly id: string; readonly email: string }) {
  const { members } = useReader().texts;
  return (
    <details class="confirm">
      <summary class="button plain small" aria-label={fill(members.removeNamed, { name: email })}>
        {members.remove}
      </summary>
      <form class="confirm-body" method="post" action="/dashboard/members/remove">
        <input type="hidden" name="id" value={id} />
        <p>{members.removeWarning}</p>
        <button class="button danger small" type="submit">
          {members.removeSurely}
        </button>
      </form>
    </details>
  );
}

interface PendingInvitationProps {
  readonly invitation: MembersView["invitations"][number];
  readonly mayChange: boolean;
}

function PendingInvitation({ invitation, mayChange }: PendingInvitationProps) {
  const { members } = useReader().texts;
  const { id, email, role, expiresAt } = invitation;
  return (
    <>
      <div class="row-facts">
        <p class="row-name">{email}</p>
        <p class="quiet row-times">
          <span>{members.roles[role]}</span>
          <span>
            {members.expires} <Instant at={expiresAt} />
          </span>
        </p>
      </div>
      {mayChange && (
        <form method="post" action="/dashboard/members/revoke">
          <input type="hidden" name="id" value={id} />
          <button
            class="button plain small"
            type="submit"
            aria-label={fill(members.revokeNamed, { name: email })}
          >
            {members.revoke}
          </button>
        </form>
      )}
    </>
  );
}

function InviteForm({ shown }: { readonly shown: MembersView }) {
  const { members } = useReader().texts;
  const { problem, email, link, roles, sendsMail } = shown;
  return (
    <Form class="card stack" method="post" action="/dashboard/members/invite">
      <h2 class="card-title">{members.invite}</h2>
      <EmailField
        autocomplete="off"
        defaultValue={link === undefined ? email : ""}
        complaint={problem === "email" ? members.problems[problem] : undefined}
      />
      <div class="field">
        <label for="role">{members.role}</label>
        <RoleChoice id="role" roles={roles} chosen="member" />
      </div>
      <dl class="facts aligned">
        {roles.map((role) => (
          <div key={role}>
            <dt>{members.roles[role]}</dt>
            <dd>{members.roleNotes[role]}</dd>
          </div>
        ))}
      </dl>
      <p>
        <button class="button" type="submit">
          {sendsMail ? members.sendInvitation : members.makeLink}
        </button>
      </p>
    </Form>
  );
}

interface RoleChoiceProps {
  readonly roles: readonly RoleName[];
  readonly chosen: RoleName;
  readonly id?: string;
  /** The accessible name where no label is visible. */
  readonly label?: string;
}

function RoleChoice({ roles, chosen, id, label }: RoleChoiceProps) {
  const { members } = useReader().texts;
  return (
    <select class="input" name="role" id={id} aria-label={label}>
      {roles.map((role) => (
        <option key={role} value={role} selected={role === chosen}>
          {members.roles[role]}
        </option>
      ))}
    </select>
  );
}

/** Shows the link of an invitation, only once: no mail contains it. */
function InvitationLink({ email, link }: { readonly email: string; readonly link: string }) {
  const { members } = useReader().texts;
  return (
    <section class="card stack" aria-labelledby="link-title">
      <h2 class="card-title" id="link-title">
        {members.linkTitle}
      </h2>
      <p>{fill(members.linkNote, { email })}</p>
      <p class="secret-line">
        <code class="secret">{link}</code>
        <Copy text={link} what={members.linkTitle} />
      </p>
    </section>
  );
}
