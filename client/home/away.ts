/** Pauses everything of the person until they are back, and ends that. */
import * as api from '../../domain/goals/away-api.ts'
import { call } from '../lib/api.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { notifyOtherTabs } from '../logs/other-tabs.ts'

/** @param back the day on which they are back; null for now */
export async function goAway(back: string | null): Promise<void> {
  await call(api.goAway, { body: { back_on: back } })
  notifyOtherTabs()
  await reloadAllPages()
}
