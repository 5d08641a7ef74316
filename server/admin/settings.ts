import type { AuditState } from '../../domain/audit-log/entry.ts'
import { isLink } from '../../domain/lib/links.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { type HutSettings, LEGAL, settingsInForce } from '../../domain/settings/settings.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import { countRenewing } from '../billing/subscription-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { safeHtml } from '../lib/html.ts'
import { readSettings, tellChanged } from '../settings/hut-settings.ts'
import { lockStored, storeSettings } from '../settings/settings-rows.ts'
import { everybodyMay, type Save, withOwnPictures } from '../uploads/copies.ts'

const ANOTHER_ADMIN = 'Another admin has changed the settings meanwhile. Look at theirs, and save yours again.'
/** Texts of people are not in the log, because someone may ask to erase them. */
const TEXTS: readonly (keyof HutSettings)[] = [...LEGAL, 'announcement', 'contact', 'name']

/**
 * Changes settings, and makes all nodes use them. Settings that the environment fixes stay as they are.
 * @throws Refused 409 when the settings have changed since `revision`
 */
export async function changeSettings(
  deps: Dependencies,
  save: Save<{ revision: number; settings: Partial<HutSettings> }>
): Promise<{ settings: HutSettings; revision: number }> {
  const { config } = deps
  const { viewer, body } = save
  const { revision } = body
  const change = { ...body.settings, ...(await legalTexts(deps, save)) }
  const newest = await deps.db.transaction(async tx => {
    const stored = await lockStored(tx)
    const before = settingsInForce(stored.chosen, {})
    const names = (Object.keys(change) as (keyof HutSettings)[]).filter(
      name => JSON.stringify(change[name]) !== JSON.stringify(before[name])
    )
    // A retry of a save that succeeded changes nothing.
    if (names.length === 0) return stored
    if (stored.revision !== revision) {
      const newer = { ...settingsInForce(stored.chosen, config.fixed), revision: stored.revision }
      refuse({ kind: 'conflict', message: ANOTHER_ADMIN, newer })
    }
    if (names.includes('payments') && change.payments === 'off') await needNoRenewal(tx, deps)
    const chosen = { ...stored.chosen, ...change }
    await storeSettings(tx, chosen)
    const states = { before: stateOf(before, names), after: stateOf({ ...before, ...change }, names) }
    await recordAction(tx, viewer, { action: 'change_settings', subject: 'settings', ...states }, dateAt(deps.clock))
    return { chosen, revision: revision + 1 }
  })
  await readSettings(deps)
  tellChanged(deps)
  return { settings: config.hut, revision: newest.revision }
}

/** Without payments nobody could cancel a subscription here, and the provider would charge it. The sandbox moves no money. */
async function needNoRenewal(tx: Transaction, { provider }: Dependencies): Promise<void> {
  const renewing = provider.mode === 'sandbox' ? 0 : await countRenewing(tx, provider.mode)
  if (renewing > 0) refuse(invalid('settings.payments', stillRenew(renewing)))
}

const stillRenew = (count: number): string =>
  `${count} ${count === 1 ? 'subscription renews' : 'subscriptions renew'}. Cancel them at the payment provider first, because it keeps charging them.`

/** The legal texts as every visitor gets them: clean, with our own copies of their pictures. A link stays as it is. */
async function legalTexts(
  deps: Dependencies,
  { viewer, body, reply }: Save<{ settings: Partial<HutSettings> }>
): Promise<Partial<HutSettings>> {
  const sent = LEGAL.flatMap(name => {
    const content = body.settings[name]?.trim()
    return content === undefined ? [] : [{ name, content }]
  })
  const own = await withOwnPictures(deps, { viewer, body: sent, reply }, everybodyMay)
  return Object.fromEntries(own.map(({ name, content }) => [name, isLink(content) ? content : safeHtml(content)]))
}

function stateOf(settings: HutSettings, names: readonly (keyof HutSettings)[]): AuditState {
  return Object.fromEntries(
    names.map(name => {
      const value = settings[name]
      if (TEXTS.includes(name)) return [name, `${String(value ?? '').length} characters`]
      return [name, Array.isArray(value) ? value.join(', ') : value]
    })
  )
}
