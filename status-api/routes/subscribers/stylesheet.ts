/** What the subscription pages need beside the status page's own stylesheet, whose colours they take. */
export const subscriptionStyles = `.subscription form, .subscription fieldset { margin-top: 1rem }
.subscription fieldset { border: 1px solid var(--line); border-radius: 12px; padding: 0.75rem 1rem; text-align: left }
.subscription label { display: block; padding: 0.25rem 0; min-height: 1.5rem }
.subscription ul { padding-left: 1.5rem }
.subscription code { overflow-wrap: anywhere }
.subscription button {
  margin-top: 1rem; padding: 0.625rem 1.25rem; border: 0; border-radius: 8px; cursor: pointer;
  font: inherit; font-weight: 600; color: var(--page); background: var(--focus);
}
.subscription p { overflow-wrap: anywhere }
`;
