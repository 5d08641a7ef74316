import { useAddress } from '../lib/hydrated.ts'
import { CopyField } from './forms/CopyField.tsx'

/** The HTML that shows a page of the hut in a frame on another site. @param path such as `/embed/sessions/run` */
export function EmbedSnippet({ path, title }: { path: string; title: string }) {
  const src = useAddress(path)
  const name = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return (
    <CopyField
      label="For your own site"
      description="Paste this into a page: it shows the clock and the plan."
      copyLabel="Copy the code for your own site"
      value={`<iframe src="${src}" title="${name}" width="340" height="560" style="border:0" loading="lazy"></iframe>`}
    />
  )
}
