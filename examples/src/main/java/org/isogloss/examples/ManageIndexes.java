// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Path;
import org.isogloss.api.field.FieldType;
import org.isogloss.client.IndexRules;
import org.isogloss.client.IndexSettings;
import org.isogloss.client.IsoglossClient;
import org.isogloss.client.ServerAdministration;
import org.isogloss.core.Document;
import org.isogloss.server.SearchServer;

/** Creates an index of a running server, gives it an alias and rules, and copies it. */
public final class ManageIndexes {
  private ManageIndexes() {}

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args).resolve("managed");
    try (SearchServer server = SearchServer.builder().data(folder).port(0).start();
        IsoglossClient client = IsoglossClient.connect("http://localhost:" + server.port())) {
      manage(client);
    }
  }

  private static void manage(IsoglossClient client) {
    ServerAdministration administration = client.administration();
    IndexSettings settings = IndexSettings.ofModel("tiny").withField("day", FieldType.DATE);
    administration.createIndex("news-1", settings);
    administration.setAlias("news", "news-1");
    administration.setRules("news", IndexRules.NONE.withSynonyms("tv => television"));
    client.index("news").put(Document.of("a", "The cat sleeps.").withLanguage("en"));
    administration.createSnapshot("news-1", "monday");
    administration.restore("news-1", "monday", "news-2");
    System.out.println(administration.statistics("news-2").description().documentCount());
  }
}
