import { settingsPage } from '../../../domain/admin/api.ts'
import { usePersonalPage } from '../../lib/page.ts'
import { Loading } from '../../ui/loading/Loading.tsx'
import { AdminFrame } from '../AdminFrame.tsx'
import { SettingsForm } from './SettingsForm.tsx'

/** The settings of the hut. A setting that an environment variable fixes cannot be changed here. */
export function SettingsPage() {
  const page = usePersonalPage(settingsPage)
  return <AdminFrame title="Settings">{page ? <SettingsForm key={page.revision} {...page} /> : <Loading />}</AdminFrame>
}
