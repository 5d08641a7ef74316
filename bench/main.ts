/**
 * `npm run bench [-- name ...]` prints ratios, each measured in one run. A missed goal is not an error. The exit code
 * is 1 only when a benchmark could not measure something.
 */
import { buildProduct } from '../scripts/lib/product.mjs'
import { showsHelp } from '../scripts/lib/usage.mjs'
import { activities } from './activities.ts'
import { activity } from './activity.ts'
import { admin } from './admin.ts'
import { chat } from './chat.ts'
import { clock } from './clock.ts'
import { diaries } from './diaries.ts'
import { firstLoad } from './first-load.ts'
import { goal } from './goal.ts'
import { home } from './home.ts'
import { largePlan } from './large-plan.ts'
import { type Ground, openGround } from './lib/ground.ts'
import { printTable, type Row } from './lib/row.ts'
import { lists } from './lists.ts'
import { memory } from './memory.ts'
import { myGoals } from './my-goals.ts'
import { nodes } from './nodes.ts'
import { person } from './person.ts'
import { planText } from './plan-text.ts'
import { programs } from './programs.ts'
import { publishing } from './publishing.ts'
import { reminders } from './reminders.ts'
import { restore } from './restore.ts'
import { room } from './room.ts'
import { series } from './series.ts'
import { session } from './session.ts'
import { smooth } from './smooth.ts'
import { sockets } from './sockets.ts'
import { cold, start } from './start.ts'
import { statements } from './statements.ts'
import { upload } from './upload.ts'
import { waitlist } from './waitlist.ts'
import { webhook } from './webhook.ts'
import { weight } from './weight.ts'

const BENCHES: Record<string, (ground: Ground) => Row[] | Promise<Row[]>> = {
  home,
  activities,
  goals: myGoals,
  session,
  activity,
  statements,
  clock,
  'plan-text': planText,
  'large-plan': largePlan,
  lists,
  admin,
  publishing,
  series,
  waitlist,
  reminders,
  programs,
  restore,
  diaries,
  person,
  chat,
  room,
  smooth,
  goal,
  webhook,
  upload,
  start,
  weight,
  memory,
  sockets,
  nodes,
  cold,
  'first-load': firstLoad
}
/** Left out unless named: they take minutes each, and `cold` and `first-load` need the network. */
const ONLY_WHEN_ASKED = ['cold', 'diaries', 'first-load', 'nodes', 'reminders']

async function main(names: string[]): Promise<void> {
  showsHelp(
    'npm run bench [-- NAME ...]',
    `Measures the product beside the least that the same work can cost, and prints a table. Takes about ten minutes.
With names, measures only those: ${Object.keys(BENCHES).join(', ')}.
Without names, it leaves out ${ONLY_WHEN_ASKED.join(', ')}. bench/README.md describes each name and its settings.`
  )
  const unknown = names.filter(name => !(name in BENCHES))
  if (unknown.length > 0) {
    throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(BENCHES).join(', ')}.`)
  }
  buildProduct()
  const ground = await openGround()
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void ground.close().finally(() => process.exit(1)))
  }
  const rows: Row[] = []
  try {
    for (const [name, bench] of Object.entries(BENCHES)) {
      if (names.length > 0 ? !names.includes(name) : ONLY_WHEN_ASKED.includes(name)) continue
      console.log(`Measuring ${name} ...`)
      rows.push(...(await bench(ground)))
    }
  } finally {
    await ground.close()
  }
  printTable(rows)
}

main(process.argv.slice(2)).catch(error => {
  console.error(error)
  process.exitCode = 1
})
