CREATE TABLE "group_news" (
	"session_id" bigint PRIMARY KEY NOT NULL,
	"told_until" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_once";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_about";--> statement-breakpoint
DROP INDEX "activities_newest";--> statement-breakpoint
DROP INDEX "activities_list";--> statement-breakpoint
DROP INDEX "activities_term";--> statement-breakpoint
DROP INDEX "sessions_live";--> statement-breakpoint
DROP INDEX "sessions_term";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "unlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "is_used" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "activity_id" bigint;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "group_id" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "unlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_news" ADD CONSTRAINT "group_news_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_used" ON "activities" USING btree ("is_used" DESC NULLS FIRST,"id" DESC NULLS FIRST,"difficulty","searched","term_id","group_id") WHERE "activities"."deleted_at" is null and not "activities"."unlisted";--> statement-breakpoint
CREATE INDEX "activities_term_used" ON "activities" USING btree ("term_id","is_used" DESC NULLS FIRST,"id" DESC NULLS FIRST,"difficulty","searched") WHERE "activities"."deleted_at" is null and not "activities"."unlisted";--> statement-breakpoint
CREATE INDEX "reminders_activity" ON "reminders" USING btree ("activity_id") WHERE "reminders"."activity_id" is not null;--> statement-breakpoint
CREATE INDEX "reminders_group" ON "reminders" USING btree ("group_id") WHERE "reminders"."group_id" is not null;--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" USING btree ("id" DESC NULLS FIRST,"difficulty","searched","term_id","group_id") WHERE "activities"."deleted_at" is null and not "activities"."unlisted";--> statement-breakpoint
CREATE INDEX "activities_list" ON "activities" USING btree ("is_preset","id" DESC NULLS FIRST) WHERE "activities"."deleted_at" is null and not "activities"."unlisted";--> statement-breakpoint
CREATE INDEX "activities_term" ON "activities" USING btree ("term_id","id" DESC NULLS FIRST,"difficulty","searched") WHERE "activities"."deleted_at" is null and not "activities"."unlisted";--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" USING btree ("status" DESC NULLS FIRST,"started_at","id","ended_at","paused_since","difficulty","searched","term_id","group_id") WHERE "sessions"."status" < 2 and not "sessions"."is_preset" and not "sessions"."unlisted";--> statement-breakpoint
CREATE INDEX "sessions_term" ON "sessions" USING btree ("term_id","status" DESC NULLS FIRST,"started_at","id","ended_at","paused_since","difficulty","searched") WHERE "sessions"."status" < 2 and not "sessions"."is_preset" and not "sessions"."unlisted";--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","session_id","post_id","log_id","activity_id","group_id");--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('session_soon', 'session_again', 'group_session', 'your_turn', 'post_reply', 'log_cheer', 'proposal_declined'));--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_about" CHECK (num_nonnulls("reminders"."session_id", "reminders"."log_id", "reminders"."activity_id") > 0);--> statement-breakpoint
UPDATE "activities" a SET is_used = true
WHERE EXISTS (SELECT FROM "followers" f WHERE f.activity_id = a.id AND f.user_id <> a.user_id)
	OR EXISTS (
		SELECT FROM "sessions" s JOIN "participants" p ON p.session_id = s.id
		WHERE s.activity_id = a.id AND p.user_id <> a.user_id
	);--> statement-breakpoint
-- A group whose creator deleted their account passes to the member who has been there longest.
UPDATE "groups" g SET user_id = heir.user_id
FROM (
	SELECT DISTINCT ON (m.group_id) m.group_id, m.user_id
	FROM "group_members" m JOIN "users" u ON u.id = m.user_id
	WHERE u.erased_at IS NULL ORDER BY m.group_id, m.created_at, m.user_id
) heir, "users" creator
WHERE heir.group_id = g.id AND creator.id = g.user_id AND creator.erased_at IS NOT NULL;--> statement-breakpoint
-- Text that deleted people added to a part of a session begins with their name. Now the name is free or another person's.
-- A host's own bold text may look the same. It is in the activity too, or in a part that nobody else may edit.
DO $$
DECLARE
	room record;
	name text;
	begins text;
BEGIN
	FOR room IN
		SELECT s.id, s.plan, coalesce(a.plan::text, '') AS template
		FROM "sessions" s LEFT JOIN "activities" a ON a.id = s.activity_id
		WHERE EXISTS (
			SELECT FROM "contributions" c JOIN "users" u ON u.id = c.user_id
			WHERE c.session_id = s.id AND u.erased_at IS NOT NULL
		)
	LOOP
		FOR name IN
			SELECT DISTINCT bold[1]
			FROM jsonb_array_elements(room.plan -> 'parts') part_group,
				jsonb_array_elements(part_group -> 'parts') part,
				regexp_matches(part ->> 'content', '<p><strong>([A-Za-z0-9_-]{1,50}):</strong>', 'g') bold
			WHERE part ->> 'edit_content' IN ('1', 'true')
				AND strpos(room.template, '<p><strong>' || bold[1] || ':</strong>') = 0
				AND NOT EXISTS (
					SELECT FROM "participants" p JOIN "users" u ON u.id = p.user_id
					WHERE p.session_id = room.id AND u.username = bold[1]
				)
		LOOP
			begins := '<p><strong>' || name || ':</strong>';
			UPDATE "sessions" SET plan = replace(plan::text, begins, '<p><strong>deleted:</strong>')::jsonb, revision = revision + 1
			WHERE id = room.id;
			UPDATE "room_events" SET event = replace(event::text, begins, '<p><strong>deleted:</strong>')::jsonb
			WHERE session_id = room.id AND event::text LIKE '%' || begins || '%';
		END LOOP;
	END LOOP;
END $$;
