/** Migrations that an app of the version before can live with: it runs beside the new one during a deploy. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listMigrations } from '../../testing/database/first-release.ts'

/** The last migration from before this rule. */
const BEFORE = 41
/** A migration that takes away what the version before does not use any more names the one that made it needless. */
const CONTRACTS = /^-- contracts after (\d{4}_\w+)$/m

/** The statements of a migration that break an app which does not know it. */
function breakingStatements(text: string): string[] {
  const statements = text.split('--> statement-breakpoint').map(statement =>
    statement
      .replaceAll(/^--.*$/gm, '')
      .replaceAll(/["\s]+/g, ' ')
      .trim()
      .toLowerCase()
  )
  const isNew = (table = '') => statements.some(statement => statement.startsWith(`create table ${table} `))
  return statements.filter(statement => {
    const [, target] = KEEPS_ROWS.exec(statement) ?? []
    if (target !== undefined && !isNew(target)) return true
    const table = /^(?:alter table(?: only)?|create unique index .* on(?: only)?) (\w+)/.exec(statement)?.[1]
    return BREAKING.some(breaking => breaking.test(statement)) && !isNew(table)
  })
}

/**
 * Whoever does not know a table cannot delete its rows first. Rows of users are never deleted.
 */
const KEEPS_ROWS = /\breferences (?:public ?\. ?)?(?!users\b)(\w+) ?\([^)]*\)(?! on delete (?:cascade|set null)\b)/

const BREAKING = [
  /^drop (table|view|function|type|trigger)\b/,
  /^alter table .* (drop column|drop default|rename|set not null|set data type|type)\b/,
  // It inserts no value there.
  /^alter table .* add column (?!.*\b(default|generated)\b).*\bnot null\b/,
  // It may insert rows that are refused now.
  /^alter table .* add constraint .* (check|unique|exclude)\b/,
  /^create unique index\b/
]

test('a migration adds, and takes away only what the one before had made needless', async () => {
  const migrations = await listMigrations()
  for (const [index, { tag }] of migrations.entries()) {
    if (index <= BEFORE) continue
    const text = await readFile(new URL(`./migrations/${tag}.sql`, import.meta.url), 'utf8')
    const prepared = migrations.findIndex(one => one.tag === CONTRACTS.exec(text)?.[1])
    if (prepared === -1 || prepared >= index) expect(breakingStatements(text), tag).toEqual([])
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
])('%s breaks the version before', statement => {
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
])('%s does not', statement => {
  expect(breakingStatements(`CREATE TABLE "other" (id int);--> statement-breakpoint\n${statement}`)).toEqual([])
})
