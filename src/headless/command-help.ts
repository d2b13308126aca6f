/** The help texts of the program, a chapter a command. D1, docs/command-line.md */

const CHAPTERS = {
  serve: `
  notedb serve [VAULT]           serve the operations over HTTP, and the tables at /app/
                                 (default: the current folder)
      --port N                   default 27390, or the next free one up to 27399; 0: any free one
      --host H                   127.0.0.1 (default), localhost or ::1; nothing but this machine
      --token T                  the owner's token; else $NOTEDB_TOKEN, the stored one, or a new one
      --allow-origin ORIGIN      web pages of this origin may use it too; may be there several times
      --read-only                writes are refused, nothing is written to the vault
      --quiet                    log errors only
`,
  query: `
  notedb query TABLE             rows of a table or a view; nothing is written
      --where CONDITION          status=todo, due<{today}, name~text; also != <= > >=; or a filter
                                 as JSON, @FILE or "-"; of several all must hold
      --columns A,B              these columns; also id, path, link.column
      --order A,-B               -B descends; also month(due)
      --group A,B                groups; --aggregate NAME=sum:COLUMN, --having CONDITION
      --limit N, --offset N      default: every row
      --timestamp T, --version N the rows of that moment
      --format F                 table, csv, json, ndjson or md; default: table on a terminal,
                                 else json
      --vault V                  default: the current folder
`,
  export: `
  notedb export DIR              write each table into a file of DIR, with the definitions
      --parquet, --csv, --json   the format, one of them
      --table T                  this table or view; may be there several times (default: all)
      --vault V                  default: the current folder
`,
  import: `
  notedb import FILE --table T   the lines of a CSV, JSON, NDJSON or Parquet file become rows of a
                                 table, in one write with one undo
      --key COLUMN               lines change the rows with the same value there
      --dry-run                  try it, write nothing
      --format F                 csv, json, ndjson or parquet; default: by the name of the file
      --days O, --decimal S      dmy or mdy, "." or ",": where a text can be read in two ways
      --encoding E               default: utf-8
      --vault V                  default: the current folder
`,
  call: `
  notedb call OPERATION [ARGS]   run one operation; ARGS are JSON, @FILE, "-" for standard input,
                                 or NAME=VALUE: limit=5 where=@filter.json values.name=Two
      --vault V                  default: the current folder
`,
  mcp: `
  notedb mcp [VAULT]             a server of the Model Context Protocol over standard input, output
      --profile core             only the tools that most agents need; notes: those that write
                                 notes; core,notes: both
                                 $NOTEDB_TOKEN: the token of the app that calls; else the owner
`,
  connect: `
  notedb connect CLIENT [VAULT]  print what to paste into an agent: claude-code, claude-desktop,
                                 cursor, vscode, curl; with a new token for it
      --permissions LIST         of the token; default: read,notes,write,schema,history
      --token T                  instead of a new one
      --address URL              default: the server of the vault, else http://127.0.0.1:27390
      --bundle FILE.mcpb         claude-desktop: write a bundle to open with it, print the token
      --wait SECONDS             wait until it calls; exit status 1 when it does not
`,
  check: `
  notedb check [VAULT]           check every table; exit status 1 when something is wrong.
                                 Nothing is written
      --accept-deletions         first accept that the rows that vanished together are gone
`,
  publish: `
  notedb publish VIEW FILE.html  write a view or a table as one page that needs nothing else
      --vault V                  default: the current folder
`,
  semantic: `
  notedb semantic set|off|status turn semantic search on or off, or show its state
      --provider static          a small model for English, 30 MB to download; --model NAME
                                 names another one of model2vec
      --provider http            a program with the embeddings API of OpenAI: --url URL
                                 --model NAME
          --dimensions N         of the vectors, where the provider can choose
          --key-env VARIABLE     the variable that holds the key
      --provider local           a model on this computer: --model NAME, which is downloaded
          --from FOLDER          static, local: copied from a folder instead
      --yes                      agree that texts leave this computer
      --vault V                  default: the current folder
`,
  mirror: `
  notedb mirror postgres URL     copy the tables into a PostgreSQL database and follow every change
      --vault V                  default: the current folder
      --schema S                 where to; default: the name of the vault
      --tables NAME,…            only these: tasks, main.crm.* (default: all)
      --log                      also keep every change in _log
      --team NAME                views over all vaults of this team, in a schema of that name
      --once                     end when everything is there
                                 $NOTEDB_TOKEN: a token with the permission read; else the owner
`,
  webhooks: `
  notedb webhooks list [--json]  how each webhook is doing
  notedb webhooks retry WEBHOOK  send waiting events at once; WEBHOOK is an id or a URL
  notedb webhooks pause WEBHOOK  send nothing until "resume"
  notedb webhooks resume WEBHOOK go on where it stopped, also after it was disabled
  notedb webhooks test WEBHOOK   send a batch without events; exit status 1 when it is not taken
  notedb webhooks resend WEBHOOK DELIVERY
                                 send one of its last deliveries again, the same bytes and id
      --vault V                  default: the current folder
`,
  demo: `
  notedb demo DIR                write the demo vault into a new folder
`,
  token: `
  notedb token create --owner    make a new owner's token; the old one stops working
  notedb token create --name N   make a token for an app and print it, this once
      --permissions P,…          some of read, notes, notes_write, write, schema, history,
                                 webhooks, admin
      --tables PATTERN,…         only these tables: main.crm.*, main.default.tasks (default: all)
      --ask                      a person is asked before it writes
      --expires DATE             the last day on which it works
      --vault V                  only in this vault (default: every vault)
  notedb token list [--json]     who has a token, what it may do, when it was last used
  notedb token revoke NAME|ID    the token stops working at once
`,
  completion: `
  notedb completion SHELL        print what completes commands, operations, tables and columns:
                                 bash, zsh or fish. For bash: eval "$(notedb completion bash)"
`,
  help: `
  notedb help [COMMAND]          show this, or the help of a command or an operation
  notedb --version               show the version
`,
} as const;

const HEAD = 'NoteDB: a typed database over a folder of Markdown notes.\n';

const FOOT = `
Results go to standard output, errors to standard error.
Exit status: 0 done, 1 refused or failed, 2 the command could not be understood.
`;

export const USAGE = `${HEAD}${Object.values(CHAPTERS).join('')}${FOOT}`;

export const COMMAND_NAMES: readonly string[] = Object.keys(CHAPTERS);

/** Null: there is no such command. */
export function chapterOf(command: string): string | null {
  const chapter = Object.entries(CHAPTERS).find(([name]) => name === command)?.[1];
  return chapter === undefined ? null : `${chapter.slice(1)}${FOOT}`;
}

/** `--port`, `--host`, … */
export const optionsOf = (command: string): readonly string[] => [
  ...new Set(chapterOf(command)?.match(/--[a-z-]+/g) ?? []),
];
