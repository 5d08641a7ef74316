/**
 * The schema of the next version, beside which this version runs during a deploy. Each table gets columns whose names
 * exist in other tables. A statement then fails if it reads all columns of a table, or uses an ambiguous column without
 * its table.
 */
import type { Database } from '../../server/db/database.ts'

const ADD = `do $$
  declare next record;
  begin
    for next in
      select t.table_name, string_agg(format('add column %I text', names.name), ', ') as columns
      from information_schema.tables t
        cross join (select distinct column_name as name from information_schema.columns where table_schema = 'public') names
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and not exists (
        select from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = names.name)
      group by 1
    loop
      execute format('alter table %I %s, add column of_next_version integer not null default 7', next.table_name, next.columns);
    end loop;
  end $$`

export async function addColumnsOfNextVersion(db: Database): Promise<void> {
  await db.$client.query(ADD)
}
