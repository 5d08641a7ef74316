/**
 * Keeps `config.hut` current on every node. A change is stored first. Then a message makes all nodes read the settings
 * again.
 */
import { settingsInForce } from '../../domain/settings/settings.ts'
import type { Resources } from '../dependencies.ts'
import { getStored } from './settings-rows.ts'

/** The bus channel for changed settings. Its messages are empty. */
export const SETTINGS_CHANGED = 'settings changed'

type Needs = Pick<Resources, 'db' | 'bus' | 'config'>

/** Reads the settings again when they may have changed. Returns a function that stops that. */
export function watchSettings(resources: Needs): () => void {
  // A node that cannot read them now keeps the settings that it has, and reads them after the next message.
  const readLater = (): void => void readSettings(resources).catch(() => {})
  const stops = [
    resources.bus.subscribe(channel => channel === SETTINGS_CHANGED && readLater()),
    resources.bus.onDoubt(readLater)
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Puts the settings in force into `config.hut`. */
export async function readSettings({ db, config }: Pick<Needs, 'db' | 'config'>): Promise<void> {
  config.hut = settingsInForce((await getStored(db)).chosen, config.fixed)
}

/** Makes all nodes read the settings again. Call it after the commit. */
export function tellChanged({ bus }: Pick<Needs, 'bus'>): void {
  bus.publish(SETTINGS_CHANGED, '')
}
