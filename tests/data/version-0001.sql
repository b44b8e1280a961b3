BEGIN TRANSACTION;
CREATE TABLE accounts (
	id INTEGER NOT NULL, 
	platform VARCHAR(16) NOT NULL, 
	external VARCHAR(128) NOT NULL, 
	person INTEGER NOT NULL, 
	username VARCHAR(64), 
	created DATETIME NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT fk_accounts_person_persons FOREIGN KEY(person) REFERENCES persons (id), 
	CONSTRAINT uq_accounts_platform_external UNIQUE (platform, external)
);
INSERT INTO "accounts" VALUES(1,'console','anna',1,'anna','2026-12-06 18:30:00.000000');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE controllers (
	side INTEGER NOT NULL, 
	person INTEGER NOT NULL, 
	CONSTRAINT pk_controllers PRIMARY KEY (side, person), 
	CONSTRAINT fk_controllers_person_persons FOREIGN KEY(person) REFERENCES persons (id), 
	CONSTRAINT fk_controllers_side_sides FOREIGN KEY(side) REFERENCES sides (id)
);
INSERT INTO "controllers" VALUES(1,1);
INSERT INTO "controllers" VALUES(2,2);
CREATE TABLE games (
	id INTEGER NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	place INTEGER NOT NULL, 
	regulation VARCHAR(64) NOT NULL, 
	event INTEGER, 
	status VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	turn VARCHAR(8), 
	ply INTEGER NOT NULL, 
	fen TEXT, 
	deadline DATETIME, 
	deadline_kind VARCHAR(16), 
	result VARCHAR(8), 
	reason VARCHAR(32), 
	article VARCHAR(64), 
	log_seq INTEGER NOT NULL, 
	log_hash VARCHAR(64) NOT NULL, 
	created DATETIME NOT NULL, 
	updated DATETIME NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT ck_games_deadline CHECK ((deadline IS NULL) = (deadline_kind IS NULL)), 
	CONSTRAINT ck_games_version CHECK (version >= 1), 
	CONSTRAINT fk_games_place_places FOREIGN KEY(place) REFERENCES places (id), 
	CONSTRAINT fk_games_regulation_regulations FOREIGN KEY(regulation) REFERENCES regulations (hash), 
	CONSTRAINT uq_games_code UNIQUE (code)
);
INSERT INTO "games" VALUES(1,'G7K2',1,'982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1',NULL,'running',5,'white',3,NULL,NULL,NULL,NULL,NULL,NULL,4,'99e60b36cc7cf89439b6ed968aa3729470f40e6fef618be442abf90f7e97200a','2026-12-06 18:30:00.000000','2026-12-06 18:30:03.000000');
CREATE TABLE inbox (
	id INTEGER NOT NULL, 
	platform VARCHAR(16) NOT NULL, 
	bot VARCHAR(64) NOT NULL, 
	update_id VARCHAR(64) NOT NULL, 
	payload TEXT, 
	received DATETIME NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_inbox PRIMARY KEY (id), 
	CONSTRAINT uq_inbox_platform_bot_update_id UNIQUE (platform, bot, update_id)
);
INSERT INTO "inbox" VALUES(1,'console','damka','u1',NULL,'2026-12-06 18:30:01.000000','done');
INSERT INTO "inbox" VALUES(2,'console','damka','u2',NULL,'2026-12-06 18:30:02.000000','done');
INSERT INTO "inbox" VALUES(3,'console','damka','u3',NULL,'2026-12-06 18:30:03.000000','done');
CREATE TABLE invitations (
	side INTEGER NOT NULL, 
	platform VARCHAR(16) NOT NULL, 
	username VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY (side), 
	CONSTRAINT fk_invitations_side_sides FOREIGN KEY(side) REFERENCES sides (id)
);
CREATE TABLE jobs (
	id INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	subject_kind VARCHAR(16), 
	subject_id INTEGER, 
	due DATETIME NOT NULL, 
	payload TEXT NOT NULL, 
	attempts INTEGER NOT NULL, 
	error TEXT, 
	state VARCHAR(16) NOT NULL, 
	"key" VARCHAR(128), 
	CONSTRAINT pk_jobs PRIMARY KEY (id), 
	CONSTRAINT uq_jobs_key UNIQUE ("key")
);
CREATE TABLE log (
	subject_kind VARCHAR(16) NOT NULL, 
	subject_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	schema INTEGER NOT NULL, 
	actor INTEGER, 
	account INTEGER, 
	input VARCHAR(64), 
	platform_time DATETIME, 
	recorded_time DATETIME NOT NULL, 
	undoes INTEGER, 
	body TEXT NOT NULL, 
	previous VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (subject_kind, subject_id, seq), 
	CONSTRAINT ck_log_seq CHECK (seq >= 1), 
	CONSTRAINT fk_log_account_accounts FOREIGN KEY(account) REFERENCES accounts (id), 
	CONSTRAINT fk_log_actor_persons FOREIGN KEY(actor) REFERENCES persons (id)
);
INSERT INTO "log" VALUES('game',1,1,'start',1,NULL,NULL,NULL,NULL,'2026-12-06 18:30:00.000000',NULL,'{}','','94b2b406efbb655abf5d6d1e0b1417ad0436aa2a1710da2524c39458b03b560c');
INSERT INTO "log" VALUES('game',1,2,'play',1,1,1,'u1',NULL,'2026-12-06 18:30:01.000000',NULL,'{"text": "move 1"}','94b2b406efbb655abf5d6d1e0b1417ad0436aa2a1710da2524c39458b03b560c','c42fa0bde2661d68baf1bc6f2b18108b605058f3b54fe91aecb3a31242e3638d');
INSERT INTO "log" VALUES('game',1,3,'play',1,1,1,'u2',NULL,'2026-12-06 18:30:02.000000',NULL,'{"text": "move 2"}','c42fa0bde2661d68baf1bc6f2b18108b605058f3b54fe91aecb3a31242e3638d','d387e2047c622d40cde08fa6d4f27da602c0078f847034cd5ac65bb288c38502');
INSERT INTO "log" VALUES('game',1,4,'play',1,1,1,'u3',NULL,'2026-12-06 18:30:03.000000',NULL,'{"text": "move 3"}','d387e2047c622d40cde08fa6d4f27da602c0078f847034cd5ac65bb288c38502','99e60b36cc7cf89439b6ed968aa3729470f40e6fef618be442abf90f7e97200a');
CREATE TABLE meta (
	"key" VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
CREATE TABLE outages (
	id INTEGER NOT NULL, 
	began DATETIME NOT NULL, 
	ended DATETIME NOT NULL, 
	credited DATETIME, 
	CONSTRAINT pk_outages PRIMARY KEY (id)
);
CREATE TABLE outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	place INTEGER NOT NULL, 
	to_account INTEGER, 
	toast BOOLEAN NOT NULL, 
	subject VARCHAR(64), 
	body TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_attempt DATETIME, 
	error TEXT, 
	state VARCHAR(16) NOT NULL, 
	"key" VARCHAR(128), 
	CONSTRAINT fk_outbox_place_places FOREIGN KEY(place) REFERENCES places (id), 
	CONSTRAINT fk_outbox_to_account_accounts FOREIGN KEY(to_account) REFERENCES accounts (id), 
	CONSTRAINT uq_outbox_key UNIQUE ("key")
);
INSERT INTO "outbox" VALUES(1,1,NULL,0,'board:G7K2','{"text": "move 1"}','2026-12-06 18:30:01.000000',0,NULL,NULL,'pending',NULL);
INSERT INTO "outbox" VALUES(2,1,NULL,0,'board:G7K2','{"text": "move 2"}','2026-12-06 18:30:02.000000',0,NULL,NULL,'pending',NULL);
INSERT INTO "outbox" VALUES(3,1,NULL,0,'board:G7K2','{"text": "move 3"}','2026-12-06 18:30:03.000000',0,NULL,NULL,'pending',NULL);
CREATE TABLE owner (
	id INTEGER NOT NULL, 
	process INTEGER NOT NULL, 
	host VARCHAR(255) NOT NULL, 
	started DATETIME NOT NULL, 
	heartbeat DATETIME NOT NULL, 
	CONSTRAINT pk_owner PRIMARY KEY (id), 
	CONSTRAINT ck_owner_single CHECK (id = 1)
);
CREATE TABLE personal (
	subject_kind VARCHAR(16) NOT NULL, 
	subject_id INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_personal PRIMARY KEY (subject_kind, subject_id, "key")
);
INSERT INTO "personal" VALUES('person',1,'name','Anna');
CREATE TABLE persons (
	id INTEGER NOT NULL, 
	language VARCHAR(8), 
	settings JSON NOT NULL, 
	created DATETIME NOT NULL, 
	erased DATETIME, 
	CONSTRAINT pk_persons PRIMARY KEY (id)
);
INSERT INTO "persons" VALUES(1,NULL,'{}','2026-12-06 18:30:00.000000',NULL);
INSERT INTO "persons" VALUES(2,NULL,'{}','2026-12-06 18:30:00.000000',NULL);
CREATE TABLE place_regulations (
	place INTEGER NOT NULL, 
	regulation VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	added DATETIME NOT NULL, 
	CONSTRAINT pk_place_regulations PRIMARY KEY (place, regulation), 
	CONSTRAINT fk_place_regulations_hash_regulations FOREIGN KEY(hash) REFERENCES regulations (hash), 
	CONSTRAINT fk_place_regulations_place_places FOREIGN KEY(place) REFERENCES places (id)
);
CREATE TABLE places (
	id INTEGER NOT NULL, 
	platform VARCHAR(16) NOT NULL, 
	bot VARCHAR(64) NOT NULL, 
	chat VARCHAR(128) NOT NULL, 
	topic VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	title TEXT, 
	language VARCHAR(8), 
	settings JSON NOT NULL, 
	created DATETIME NOT NULL, 
	CONSTRAINT pk_places PRIMARY KEY (id), 
	CONSTRAINT uq_places_platform_bot_chat_topic UNIQUE (platform, bot, chat, topic)
);
INSERT INTO "places" VALUES(1,'console','damka','lib','','group',NULL,NULL,'{}','2026-12-06 18:30:00.000000');
CREATE TABLE posted (
	id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	subject VARCHAR(64), 
	message VARCHAR(64) NOT NULL, 
	file_id TEXT, 
	outbox INTEGER NOT NULL, 
	current BOOLEAN NOT NULL, 
	CONSTRAINT pk_posted PRIMARY KEY (id), 
	CONSTRAINT fk_posted_place_places FOREIGN KEY(place) REFERENCES places (id), 
	CONSTRAINT uq_posted_place_message UNIQUE (place, message)
);
CREATE TABLE regulations (
	hash VARCHAR(64) NOT NULL, 
	regulation VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_regulations PRIMARY KEY (hash)
);
INSERT INTO "regulations" VALUES('982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1','grodziec-2017','text');
CREATE TABLE sides (
	id INTEGER NOT NULL, 
	game INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	color VARCHAR(8), 
	CONSTRAINT pk_sides PRIMARY KEY (id), 
	CONSTRAINT fk_sides_game_games FOREIGN KEY(game) REFERENCES games (id), 
	CONSTRAINT uq_sides_game_color UNIQUE (game, color), 
	CONSTRAINT uq_sides_game_seat UNIQUE (game, seat)
);
INSERT INTO "sides" VALUES(1,1,1,'white');
INSERT INTO "sides" VALUES(2,1,2,'black');
CREATE INDEX ix_inbox_state_id ON inbox (state, id);
CREATE INDEX ix_jobs_state_due ON jobs (state, due);
CREATE INDEX ix_accounts_person ON accounts (person);
CREATE INDEX ix_accounts_platform_username ON accounts (platform, username);
CREATE INDEX ix_games_deadline ON games (deadline);
CREATE INDEX ix_games_event ON games (event);
CREATE INDEX ix_games_place_status ON games (place, status);
CREATE INDEX ix_posted_place_subject ON posted (place, subject);
CREATE INDEX ix_outbox_state_place_id ON outbox (state, place, id);
CREATE INDEX ix_controllers_person ON controllers (person);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('outbox',3);
COMMIT;
