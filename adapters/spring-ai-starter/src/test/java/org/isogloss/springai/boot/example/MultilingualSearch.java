// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.boot.example;

import java.util.List;
import java.util.Map;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.postretrieval.document.DocumentPostProcessor;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Adds documents in three languages, searches them in a fourth, and re-ranks what was found. */
@SpringBootApplication(proxyBeanMethods = false)
public class MultilingualSearch {
  @Bean
  CommandLineRunner search(VectorStore store, DocumentPostProcessor reranker) {
    return arguments -> {
      store.add(
          List.of(
              new Document(
                  "fr-1", "La tour Eiffel mesure 330 mètres de haut.", Map.of("year", 2022)),
              new Document("de-1", "Der Eiffelturm steht in Paris.", Map.of("year", 2021)),
              new Document("es-1", "La torre Eiffel mide 324 metros.", Map.of("year", 2010))));

      String question = "How tall is the Eiffel Tower?";
      List<Document> found =
          store.similaritySearch(
              SearchRequest.builder()
                  .query(question)
                  .topK(20)
                  .filterExpression("year >= 2020")
                  .build());
      for (Document document : reranker.process(new Query(question), found)) {
        System.out.println(
            document.getId()
                + " ("
                + document.getMetadata().get("language")
                + "): "
                + document.getText());
      }
    };
  }

  public static void main(String[] arguments) {
    SpringApplication.run(MultilingualSearch.class, arguments).close();
  }
}
