export const HELP = `Incidents and maintenance of the status page, who did what, and what failed checks left.

  npm run status -- COMMAND [--json]

  incident list [--open]                     the newest incidents, or those that are not over
  incident show ID                           one, with all that was said
  incident open NAME --body TEXT [--impact minor] [--status investigating] [--component ID ...] [--since TIME]
  incident update ID --body TEXT [--status S] [--impact I] [--component ID ...] [--name NAME]
  incident resolve ID [--body TEXT]
  incident postmortem ID --body TEXT

  maintenance list [--open]
  maintenance show ID
  maintenance schedule NAME --body TEXT --component ID ... [--from TIME] (--until TIME | --for LENGTH)
  maintenance change ID [--name NAME] [--from TIME] [--until TIME] [--component ID ...] [--body TEXT]
  maintenance extend ID TIME                 +30m moves its end by half an hour
  maintenance start | verify | complete | cancel ID [--body TEXT]

  audit [--of ID]                            who did what
  evidence list [--check ID] [--component ID] [--incident ID]
  evidence get ID [--save DIR]               what a failed speech check sent and heard, with its audio
  subscribers list [--active]
  subscribers remove ID

Texts have a Turkish one beside them: --name-tr, --body-tr. --body - reads from standard input. Lists take --limit and
--before ID. TIME is now, +30m, "in 2h", 2026-11-21T14:00Z, or 2026-11-21T17:00 by the clock of this machine. On
time a maintenance begins and ends by itself.
Impacts: none, minor, major, critical. Statuses: investigating, identified, monitoring, resolved.

It asks the status API at STATUS_URL with STATUS_ADMIN_TOKEN, or with the token that the status API made in DATA_DIR.
--actor NAME stands in the audit log in the place of your login name. --json prints JSON (npm run --silent keeps it
alone on standard output).
Ends with 0 when it was done, 1 when it could not be done, 2 when the command line is wrong.
`;
