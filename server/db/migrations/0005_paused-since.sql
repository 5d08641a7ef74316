ALTER TABLE "sessions" ADD COLUMN "paused_since" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "sessions" SET "paused_since" = (
  select min(paused #>> '{}')::timestamptz from jsonb_path_query("plan",
    '$.parts[*] ? (@.linked == 1).parts[*] ? (@.paused_at != null && @.completed_at == null).paused_at') paused)
WHERE "status" = 1;
