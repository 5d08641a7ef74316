/**
 * Checks that the previous version can run on the schema after each migration, because both versions run during a
 * deploy.
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listMigrations } from '../../testing/database/first-release.ts'

/** The last migration from before this rule. */
const BEFORE = 41
/** A migration that removes something unused has a line that names the migration which made it unused. */
const CONTRACTS = /^-- contracts after (\d{4}_\w+)$/m

/**
 * The statements of a migration that break an app of the previous version.
 * @param earlier the texts of the earlier migrations
 */
function breakingStatements(text: string, earlier: string[] = []): string[] {
  const statements = statementsOf(text)
  const isNew = (table = '') => statements.some(statement => statement.startsWith(`create table ${table} `))
  return statements.filter(statement => {
    const [, target] = KEEPS_ROWS.exec(statement) ?? []
    if (target !== undefined && !isNew(target)) return true
    const table = /^(?:alter table(?: only)?|create unique index .* on(?: only)?) (\w+)/.exec(statement)?.[1]
    if (isWider(statement, statements, earlier) || isOfNewColumns(statement, statements)) return false
    return BREAKING.some(breaking => breaking.test(statement)) && !isNew(table)
  })
}

function statementsOf(text: string): string[] {
  return text.split('--> statement-breakpoint').map(statement =>
    statement
      .replaceAll(/^--.*$/gm, '')
      .replaceAll(/["\s]+/g, ' ')
      .trim()
      .toLowerCase()
  )
}

/** Whether the statement is a check of new columns only, whose defaults pass it. */
function isOfNewColumns(statement: string, statements: string[]): boolean {
  const [, table = '', check = ''] = /^alter table (\w+) add constraint \w+ check (.*)$/.exec(statement) ?? []
  const checked = [...check.matchAll(new RegExp(`\\b${table} \\. (\\w+)`, 'g'))].map(([, column]) => column)
  const isNew = (column = '') => statements.some(one => one.startsWith(`alter table ${table} add column ${column} `))
  return table !== '' && checked.length > 0 && checked.every(isNew)
}

/**
 * A constraint that is one list: of allowed values, of columns of which one is set, or of columns that must be unique
 * together.
 */
const LIST =
  /^(check \( ?[a-z_. ]+ in|check \(num_nonnulls|unique(?: nulls not distinct)?) ?\(([^()]*)\)(?: > 0)? ?\)?[,;) ]*(?:constraint|$)/

/**
 * Whether the statement replaces a constraint by one with a longer list, which all rows of the previous version pass.
 */
function isWider(statement: string, statements: string[], earlier: string[]): boolean {
  const [, name, definition = ''] = /^alter table \w+ add constraint (\w+) (.*)$/.exec(statement) ?? []
  if (!name || !statements.some(one => one.includes(`drop constraint ${name} `))) return false
  const replaced = earlier.flatMap(statementsOf).findLast(one => one.includes(`constraint ${name} `)) ?? ''
  if (replaced.endsWith(`constraint ${name} ${withoutNewValues(definition, earlier)}`)) return true
  const [was, is] = [replaced.slice(replaced.lastIndexOf(`constraint ${name} `) + name.length + 12), definition].map(
    one => LIST.exec(one.trim())
  )
  if (!was || !is || was[1] !== is[1]) return false
  const items = (list = '') => list.split(',').map(item => item.trim())
  return items(was[2]).every(item => items(is[2]).includes(item))
}

/** A branch of a check for values of a column, such as `when t . kind in ('a') then x > 0`. */
const BRANCH = / when [a-z_. ]+ in \(([^()]*)\) then .*?(?= when | else | end)/g

/** A check without its branches for values that no earlier migration names. The previous version stores none of them. */
function withoutNewValues(definition: string, earlier: string[]): string {
  const isNew = (value: string) => !earlier.some(text => text.includes(value.trim()))
  return definition.replaceAll(BRANCH, (branch, values: string) => (values.split(',').every(isNew) ? '' : branch))
}

/**
 * A foreign key that keeps its row from being deleted. The previous version does not know the new table, so it cannot
 * delete those rows first. Users are never deleted, so references to them are allowed.
 */
const KEEPS_ROWS = /\breferences (?:public ?\. ?)?(?!users\b)(\w+) ?\([^)]*\)(?! on delete (?:cascade|set null)\b)/

const BREAKING = [
  /^drop (table|view|function|type|trigger)\b/,
  /^alter table .* (drop column|drop default|rename|set not null|set data type|type)\b/,
  // The previous version inserts no value for the new column.
  /^alter table .* add column (?!.*\b(default|generated)\b).*\bnot null\b/,
  // The previous version may insert rows that the new constraint refuses.
  /^alter table .* add constraint .* (check|unique|exclude)\b/,
  /^create unique index\b/
]

test('a migration only adds, or removes what an earlier migration made unused', async () => {
  const migrations = await listMigrations()
  const read = ({ tag }: { tag: string }) => readFile(new URL(`./migrations/${tag}.sql`, import.meta.url), 'utf8')
  const texts = await Promise.all(migrations.map(read))
  for (const [index, { tag }] of migrations.entries()) {
    if (index <= BEFORE) continue
    const text = texts[index] ?? ''
    const prepared = migrations.findIndex(one => one.tag === CONTRACTS.exec(text)?.[1])
    if (prepared === -1 || prepared >= index) expect(breakingStatements(text, texts.slice(0, index)), tag).toEqual([])
  }
})

test.each([
  'ALTER TABLE "goals" DROP COLUMN "title";',
  'alter table goals rename column title to name',
  'ALTER TABLE "goals" ADD COLUMN "kind" text NOT NULL;',
  'ALTER TABLE "goals" ALTER COLUMN "kind" SET NOT NULL;',
  'ALTER TABLE "goals" ALTER COLUMN "kind" SET DATA TYPE integer;',
  'ALTER TABLE "goals" ADD CONSTRAINT "short" CHECK (length(title) < 9);',
  'CREATE UNIQUE INDEX "one" ON "goals" USING btree ("title");',
  'DROP TABLE "goals" CASCADE;',
  'ALTER TABLE "other" ADD CONSTRAINT "fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE no action;',
  'CREATE TABLE "third" ("goal_id" bigint REFERENCES goals (id))'
])('%s breaks the previous version', statement => {
  expect(breakingStatements(`create table other (id int);--> statement-breakpoint\n${statement}`)).toHaveLength(1)
})

test.each([
  'ALTER TABLE "goals" ADD COLUMN "kind" text;',
  'ALTER TABLE "goals" ADD COLUMN "kind" text DEFAULT \'\' NOT NULL;',
  'ALTER TABLE "other" ADD CONSTRAINT "short" CHECK (length(title) < 9);',
  'CREATE UNIQUE INDEX "one" ON "other" USING btree ("title");',
  'ALTER TABLE "other" ADD CONSTRAINT "fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade;',
  'ALTER TABLE "other" ADD CONSTRAINT "fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action;',
  'CREATE INDEX "some" ON "goals" USING btree ("title");'
])('%s does not break the previous version', statement => {
  expect(breakingStatements(`CREATE TABLE "other" (id int);--> statement-breakpoint\n${statement}`)).toEqual([])
})

const KINDS = `create table t (kind text, constraint k check ("t"."kind" in ('a', 'b')), constraint o unique("a","b"));`
const CASES = `create table t (kind text);--> statement-breakpoint
alter table t add constraint c check (case when "t"."kind" in ('a', 'b') then x > 0 else x = 0 end);`
const cases = (branches: string) => replace('c', `check (case ${branches} else x = 0 end)`)
const replace = (name: string, by: string) =>
  `alter table t drop constraint "${name}";--> statement-breakpoint\nalter table t add constraint "${name}" ${by};`

test.each([
  [
    'alter table t add column b text default \'x\' not null;--> statement-breakpoint\nalter table t add constraint c check ("t"."b" in (\'x\'));',
    0
  ],
  ['alter table t add constraint c check ("t"."b" in (\'x\'));', 1],
  [replace('k', `check ("t"."kind" in ('a', 'b', 'c'))`), 0],
  [replace('k', `check ("t"."kind" in ('a', 'c'))`), 1],
  [replace('k', `check ("t"."kind" in ('a', 'b', 'c') and x > 0)`), 1],
  [replace('o', `unique("a","b","c")`), 0],
  [replace('o', `unique("a")`), 1],
  [cases(`when "t"."kind" in ('a', 'b') then x > 0 when "t"."kind" in ('c') then x = 1`), 0],
  [cases(`when "t"."kind" in ('a', 'b') then x > 1 when "t"."kind" in ('c') then x = 1`), 1],
  [cases(`when "t"."kind" in ('a') then x > 0 when "t"."kind" in ('b', 'c') then x = 1`), 1]
])('%s breaks the previous version only if it allows less', (text, count) => {
  expect(breakingStatements(text, [KINDS, CASES])).toHaveLength(count)
})
