CREATE TABLE "series_watchers" (
	"series_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "series_watchers_series_id_user_id_pk" PRIMARY KEY("series_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "is_stopping" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_news" ADD COLUMN "to_watchers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "series_watchers" ADD CONSTRAINT "series_watchers_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_watchers" ADD CONSTRAINT "series_watchers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_watchers_user" ON "series_watchers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "series_stopping" ON "series" USING btree ("id") WHERE "series"."is_stopping";--> statement-breakpoint
CREATE INDEX "series_group" ON "series" USING btree ("group_id") WHERE "series"."group_id" is not null and "series"."ended_at" is null;