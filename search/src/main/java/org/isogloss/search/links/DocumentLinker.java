// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.core.metadata.BuiltInFields;
import org.isogloss.search.links.DocumentPairs.DocumentPair;
import org.isogloss.search.links.PassageVectors.Document;

/**
 * Keeps the links of an index in step with its documents. New documents are compared with all
 * others. All documents are examined again when a fifth of them is new since this was done last,
 * because what is near depends on the documents around.
 */
public final class DocumentLinker {
  /** The share of new documents from which on all documents are examined again. */
  private static final double MAX_NEW_SHARE = 0.2;

  /**
   * The largest index whose documents are compared without being asked: all pairs of passages are
   * compared, which takes minutes then, and hours for a million passages.
   */
  public static final long MAX_PASSAGES = 200_000;

  /**
   * Number of documents that are all compared at each update, which takes milliseconds: a few of
   * them decide whether two languages are parallel.
   */
  private static final int SMALL = 200;

  private final WorkerPool workers;

  /**
   * @param workers compare passages
   */
  public DocumentLinker(WorkerPool workers) {
    this.workers = workers;
  }

  /**
   * Examines the documents that were written since the last update, and removes links of documents
   * that are gone. In an index that is too large, documents that were written since only lose their
   * links.
   *
   * @param run the last indexing run that has ended
   * @param maxPassages the largest index in which new documents are examined
   * @return whether the index is not larger
   */
  public boolean update(LinkStorage storage, long run, long maxPassages) {
    Optional<DocumentLinks> stored = storage.links();
    boolean tooLarge = storage.passageCount() > maxPassages;
    if (tooLarge && stored.isEmpty()) {
      return false;
    }
    DocumentLinks known = stored.orElse(DocumentLinks.NONE);
    Set<String> written = storage.documentsAfter(known.run());
    if (tooLarge) {
      DocumentLinks kept = known.without(written);
      if (kept != known) {
        storage.write(kept);
      }
      return false;
    }
    if (stored.isEmpty() || !written.isEmpty()) {
      PassageVectors.Builder builder = new PassageVectors.Builder();
      storage.forEachVector(builder);
      Map<String, Set<String>> stated = storage.strings(BuiltInFields.TRANSLATION_OF);
      storage.write(links(builder.build(), stated, known, written, run));
    }
    return true;
  }

  private DocumentLinks links(
      PassageVectors vectors,
      Map<String, Set<String>> fields,
      DocumentLinks known,
      Set<String> written,
      long run) {
    List<Document> documents = vectors.documents();
    boolean all =
        documents.size() <= SMALL
            || known.added() + written.size() > MAX_NEW_SHARE * documents.size();
    BitSet examined = new BitSet();
    for (int document = 0; document < documents.size(); document++) {
      examined.set(document, all || written.contains(documents.get(document).id()));
    }
    int[] originals = CopyFinder.originals(vectors);
    IntPredicate isKept = i -> !examined.get(i) && originals[i] == i;
    StatedTranslations stated = new StatedTranslations(vectors, fields, originals);
    TextClusters before = new TextClusters(vectors);
    addKnown(before, vectors, known, isKept);
    List<DocumentPair> found = translations(vectors, examined, originals, stated, before);
    TextClusters clusters = new TextClusters(vectors);
    clusters.joinStated(stated.byField());
    addKnown(clusters, vectors, known, isKept);
    clusters.join(found);
    return new DocumentLinks(
        run, all ? 0 : known.added() + written.size(), texts(vectors, clusters, originals));
  }

  /** Adds the known texts, with those of their documents that are kept. */
  private static void addKnown(
      TextClusters clusters, PassageVectors vectors, DocumentLinks known, IntPredicate kept) {
    Map<LinkedText, List<Integer>> present = new HashMap<>();
    for (int document = 0; document < vectors.documents().size(); document++) {
      if (kept.test(document)) {
        int number = document;
        known
            .text(vectors.document(document).id())
            .ifPresent(
                text -> present.computeIfAbsent(text, absent -> new ArrayList<>()).add(number));
      }
    }
    present.forEach(
        (text, documents) -> {
          Set<String> languages = new HashSet<>();
          clusters.addText(
              documents.stream()
                  .filter(document -> languages.add(vectors.document(document).language()))
                  .toList(),
              text.cosine());
        });
  }

  private List<DocumentPair> translations(
      PassageVectors vectors,
      BitSet examined,
      int[] originals,
      StatedTranslations stated,
      TextClusters known) {
    IntPredicate isExamined = passage -> examined.get(vectors.documentOf(passage));
    IntPredicate isCopy =
        passage -> originals[vectors.documentOf(passage)] != vectors.documentOf(passage);
    Map<String, Integer> documents = new HashMap<>();
    for (int original : IntStream.of(originals).distinct().toArray()) {
      documents.merge(vectors.document(original).language(), 1, Integer::sum);
    }
    List<String> languages = List.copyOf(vectors.languages().keySet());
    List<DocumentPair> translations = new ArrayList<>();
    for (int i = 0; i < languages.size(); i++) {
      for (int j = i + 1; j < languages.size(); j++) {
        String first = languages.get(i);
        String second = languages.get(j);
        DocumentPairs pairs = new DocumentPairs(vectors);
        new PassageAligner(
                vectors,
                vectors.languages().get(first),
                vectors.languages().get(second),
                isExamined,
                isCopy,
                workers)
            .forEachPair(pairs::add);
        List<DocumentPair> found =
            pairs.translations(
                known.count(first, second), Math.min(documents.get(first), documents.get(second)));
        translations.addAll(found);
        translations.addAll(stated.byName(first, second, found, known));
      }
    }
    return translations;
  }

  /** Returns the texts of the groups, and of documents that have only copies. */
  private static List<LinkedText> texts(
      PassageVectors vectors, TextClusters clusters, int[] originals) {
    Map<Integer, List<Integer>> copies = new HashMap<>();
    for (int document = 0; document < originals.length; document++) {
      copies.computeIfAbsent(originals[document], original -> new ArrayList<>(1)).add(document);
    }
    List<LinkedText> texts = new ArrayList<>();
    BitSet grouped = new BitSet();
    for (TextClusters.Text text : clusters.texts()) {
      text.documents().forEach(grouped::set);
      texts.add(text(vectors, text.documents().stream().map(copies::get).toList(), text.cosine()));
    }
    IntStream.range(0, originals.length)
        .filter(document -> !grouped.get(document) && copies.containsKey(document))
        .filter(document -> copies.get(document).size() > 1)
        .forEach(document -> texts.add(text(vectors, List.of(copies.get(document)), 1)));
    return texts;
  }

  private static LinkedText text(
      PassageVectors vectors, List<List<Integer>> documents, double cosine) {
    SortedMap<String, List<String>> ids = new TreeMap<>();
    for (List<Integer> copies : documents) {
      ids.put(
          vectors.document(copies.getFirst()).language(),
          copies.stream().map(copy -> vectors.document(copy).id()).toList());
    }
    return new LinkedText(ids, cosine);
  }
}
