DROP INDEX "groups_list";--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "activity_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "groups_list" ON "groups" USING btree ("user_count" DESC NULLS FIRST,("activity_count" = 0),"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_activities" CHECK ("groups"."activity_count" >= 0);--> statement-breakpoint
UPDATE "groups" SET "activity_count" = counted."count"
  FROM (SELECT "group_id", count(*)::int AS "count" FROM "activities"
    WHERE "group_id" IS NOT NULL AND "deleted_at" IS NULL GROUP BY "group_id") counted
  WHERE counted."group_id" = "groups"."id";--> statement-breakpoint
-- Two groups are locked in one order, so that two activities which change places do not wait for each other.
CREATE FUNCTION count_activities_of_groups() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was bigint;
  goes bigint;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN was := OLD.group_id; END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN goes := NEW.group_id; END IF;
  IF was IS DISTINCT FROM goes THEN
    PERFORM FROM groups WHERE id IN (was, goes) ORDER BY id FOR NO KEY UPDATE;
    UPDATE groups SET activity_count = activity_count + CASE WHEN id = goes THEN 1 ELSE -1 END WHERE id IN (was, goes);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER activities_of_groups AFTER INSERT OR DELETE OR UPDATE OF group_id, deleted_at ON activities
  FOR EACH ROW EXECUTE FUNCTION count_activities_of_groups();
