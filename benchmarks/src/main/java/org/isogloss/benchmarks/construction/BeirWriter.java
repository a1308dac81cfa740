// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.file.Path;
import java.util.Iterator;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.collection.BeirFolder;

/** Writes {@link CollectionFormat#BEIR}. */
final class BeirWriter implements CollectionWriter {
  private final Path folder;
  private final OpenWriters<Query> queries = new OpenWriters<>(BeirFolder::queryWriter);

  /** The writers of judgements; the key is the folder of the corpus and the split in it. */
  private final OpenWriters<Judgement> judgements =
      new OpenWriters<>(
          split -> BeirFolder.judgementWriter(split.getParent(), split.getFileName().toString()));

  BeirWriter(Path folder) {
    this.folder = folder;
  }

  @Override
  public void writeDocuments(Language language, Iterator<Document> documents) {
    try (RecordWriter<Document> writer = BeirFolder.documentWriter(folder(language))) {
      writer.writeAllAndCommit(documents);
    }
  }

  private Path folder(Language language) {
    return folder.resolve(language.tag());
  }

  @Override
  public void writeQuery(CrossLingualQuery query) {
    String split = query.query().language() + "-" + query.split().fileName();
    query
        .candidates()
        .forEach(
            (language, ofLanguage) -> {
              queries.write(folder(language), query.query());
              Path key = folder(language).resolve(split);
              ofLanguage.forEach(judgement -> judgements.write(key, judgement));
            });
  }

  @Override
  public void endQueries() {
    judgements.commit();
  }

  @Override
  public void commit() {
    endQueries();
    queries.commit();
  }

  @Override
  public void close() {
    judgements.close();
    queries.close();
  }
}
