// Everything that the page has stored, as one file: tiles, practice, wins, games and settings.

import { onFile, readJson, saveFile } from "./files.js";
import { isObject, restoreAll, storedValues } from "./storage.js";
import { t } from "./texts.js";

const FORMAT = "chatuchak-backup";

export class Backup {
  constructor(find, { say }) {
    find("backup-export").addEventListener("click", () =>
      saveFile("chatuchak.json", `${JSON.stringify({ format: FORMAT, version: 1, values: storedValues() }, null, 1)}\n`, "application/json"));
    find("backup-import").addEventListener("click", () => find("backup-file").click());
    onFile(find("backup-file"), (text) => {
      const { format, version, values } = readJson(text);
      if (format !== FORMAT || version !== 1 || !isObject(values)) throw new Error(t("backup.none"));
      const before = storedValues();
      restoreAll(values);
      say(t("backup.loaded"), "good", { undo: () => restoreAll(before) });
    }, (error, file) => say(t("say.wrong_file", { file, why: error.message }), "bad"), 5_000_000);
  }
}
