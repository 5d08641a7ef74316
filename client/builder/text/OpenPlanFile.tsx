import { Button } from '@mantine/core'
import IconFolderOpen from '@tabler/icons-react/dist/esm/icons/IconFolderOpen.mjs'
import { useRef, useState } from 'react'
import { late } from '../../ui/loading/late.tsx'

const PlanFileDialog = late(async () => (await import('./PlanFileDialog.tsx')).PlanFileDialog)

/** Opens a file with a plan and shows a preview. */
export function OpenPlanFile() {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="File with a plan"
        hidden
        onChange={event => {
          setFile(event.currentTarget.files?.[0] ?? null)
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        leftSection={<IconFolderOpen size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Open a file
      </Button>
      {file && <PlanFileDialog file={file} onClose={() => setFile(null)} />}
    </>
  )
}
