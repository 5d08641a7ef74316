CREATE TABLE "cleaned_texts" (
	"place" text PRIMARY KEY NOT NULL,
	"rules" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_amounts" (
	"user_id" bigint NOT NULL,
	"day" date NOT NULL,
	"action" text NOT NULL,
	"unit" text NOT NULL,
	"amount" double precision NOT NULL,
	CONSTRAINT "user_amounts_user_id_day_action_unit_pk" PRIMARY KEY("user_id","day","action","unit")
);
--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "unit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_amounts" ADD CONSTRAINT "user_amounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "logs" l SET unit = g.unit FROM "goals" g WHERE g.id = l.goal_id AND g.unit <> '';--> statement-breakpoint
UPDATE "logs" l SET unit = task.unit
FROM (
	SELECT s.id, part ->> 'uuid' AS uuid, part ->> 'unit' AS unit
	FROM "sessions" s, jsonb_path_query(s.plan, '$.tasks[*].parts[*]') part
) task
WHERE l.goal_id IS NULL AND task.id = l.session_id AND task.uuid = l.task_uuid AND task.unit <> '';--> statement-breakpoint
INSERT INTO "user_amounts" (user_id, day, action, unit, amount)
SELECT user_id, day, action, unit, sum(amount) FROM "logs"
WHERE deleted_at IS NULL AND started_at IS NOT NULL AND amount > 0 GROUP BY 1, 2, 3, 4;
