// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Cleanup;
import org.isogloss.core.util.Excerpt;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.Models;
import org.isogloss.engine.Rerankers;
import org.isogloss.engine.SearchEngine;
import org.isogloss.engine.Translators;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.server.http.RequestException;

/**
 * The indexes, models and re-rankers of a server, by name, its translation models, and the model
 * that finds answers. A model that several indexes use is opened once. Thread-safe after it has
 * been filled.
 */
public final class Catalog implements AutoCloseable {
  /** The shipped re-ranker. */
  public static final String DEFAULT_RERANKER = Pipeline.Reranked.DEFAULT_SCORER;

  private final int threads;
  private final Duration refreshInterval;
  private final SequencedMap<String, ServedModel> models = new LinkedHashMap<>();
  private final SequencedMap<String, ServedIndex> indexes = new LinkedHashMap<>();
  private final SequencedMap<String, ServedReranker> rerankers = new LinkedHashMap<>();
  private final Rerankers opened;
  private final Translators translators;
  private Optional<ServedAnswers> answers = Optional.empty();
  private Optional<QueryLog> queries = Optional.empty();
  private boolean deromanize = true;

  /**
   * Creates a catalog of nothing.
   *
   * @param threads number of threads of each model
   * @param refreshInterval how often indexes look for changes that other processes have made
   */
  public Catalog(int threads, Duration refreshInterval) {
    this.threads = threads;
    this.refreshInterval = refreshInterval;
    this.opened = new Rerankers(threads);
    this.translators = new Translators(threads);
  }

  /**
   * Adds a model, unless it is there.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException if it cannot be opened, or another one has the same name
   */
  public ServedModel addModel(String folderOrName) {
    String name = lastName(folderOrName);
    ServedModel known = models.get(name);
    if (known == null) {
      known = new ServedModel(name, Models.open(folderOrName, threads));
      models.put(name, known);
    }
    requireSame(known.source(), folderOrName);
    return known;
  }

  /**
   * Adds a re-ranker, unless it is there.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException if it cannot be opened, or another one has the same name
   */
  public void addReranker(String folderOrName) {
    String name = lastName(folderOrName);
    ServedReranker known = rerankers.get(name);
    if (known == null) {
      known = new ServedReranker(name, folderOrName, opened.find(folderOrName).orElseThrow());
      rerankers.put(name, known);
    }
    requireSame(known.source(), folderOrName);
  }

  /**
   * Sets the model that finds answers in the indexes that are added later.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException if it cannot be opened, or has no head for question answering
   */
  public void setAnswers(String folderOrName) {
    answers.ifPresent(ServedAnswers::close);
    answers =
        Optional.of(
            new ServedAnswers(
                lastName(folderOrName), Models.openAnswerExtractor(folderOrName, threads)));
  }

  /**
   * Adds a translation model for the indexes that are added later.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException if it cannot be opened, or does not translate
   */
  public void addTranslator(String folderOrName) {
    translators.open(folderOrName);
  }

  /** Sets what logs the searches of the indexes that are added later. */
  public void setQueryLog(QueryLog log) {
    queries = Optional.of(log);
  }

  /**
   * Sets whether the indexes that are added later write romanized queries in the script of their
   * language.
   */
  public void setDeromanize(boolean deromanize) {
    this.deromanize = deromanize;
  }

  /** Rejects a model whose name is that of another one, which clients would get instead. */
  private static void requireSame(String source, String folderOrName) {
    Path known = Path.of(source).toAbsolutePath().normalize();
    if (!known.equals(Path.of(folderOrName).toAbsolutePath().normalize())) {
      throw new IsoglossException(
          "clients would know both "
              + source
              + " and "
              + folderOrName
              + " as "
              + Excerpt.quote(lastName(folderOrName))
              + ": rename one of the folders");
    }
  }

  /** A client names a model by the last name of its folder, because paths are not published. */
  private static String lastName(String folderOrName) {
    return Optional.ofNullable(Path.of(folderOrName).getFileName())
        .map(Path::toString)
        .orElse("model");
  }

  /**
   * Opens an index with its model and its re-rankers, and adds it.
   *
   * @param name the name by which clients refer to it
   * @param location where the index is
   * @param create whether to create an index without documents if there is none
   * @param model the model of a new index, or of an existing one whose own model is no longer where
   *     it was; empty for the default
   */
  public void addIndex(
      String name, IndexLocation location, boolean create, Optional<String> model) {
    if (indexes.containsKey(name)) {
      throw new IsoglossException(
          "two indexes are called " + Excerpt.quote(name) + ": give each a name of its own");
    }
    Optional<IndexManifest> manifest = location.findManifest();
    EngineBuilder builder = SearchEngine.at(location).threads(threads).keepWriterOpen(true);
    String own = Models.ofIndex(location);
    boolean usesOwn = manifest.isPresent() && (own.equals(Models.NONE) || Models.exists(own));
    String modelName = usesOwn ? own : model.orElse(own);
    Optional<ServedModel> served =
        modelName.equals(Models.NONE) ? Optional.empty() : Optional.of(addModel(modelName));
    served.ifPresentOrElse(
        opened -> builder.encoder(opened.source(), opened.model().encoder()),
        builder::withoutVectors);
    manifest
        .flatMap(IndexManifest::tokenVectors)
        .map(IndexManifest.TokenVectorModel::name)
        .filter(Models::exists)
        .ifPresent(this::addReranker);
    rerankers.forEach((known, scorer) -> builder.reranker(known, scorer.scorer()));
    translators.all().forEach(builder::translator);
    answers.ifPresent(known -> builder.answers(known.extractor()));
    if (!deromanize) {
      builder.withoutDeromanization();
    }
    SearchEngine engine = create ? builder.openOrCreate() : builder.open();
    ServedIndex index =
        new ServedIndex(
            name,
            engine,
            served,
            rerankers.keySet(),
            answers.map(ServedAnswers::name),
            queries,
            refreshInterval);
    indexes.put(name, index);
    index.warmUp();
  }

  public Collection<ServedModel> models() {
    return List.copyOf(models.values());
  }

  public Collection<ServedIndex> indexes() {
    return List.copyOf(indexes.values());
  }

  public Collection<ServedReranker> rerankers() {
    return List.copyOf(rerankers.values());
  }

  /**
   * Returns an index.
   *
   * @param name its name; empty for the only one
   * @throws RequestException if there is no such index
   */
  public ServedIndex index(Optional<String> name) {
    return find("index", "an index", indexes, name);
  }

  /**
   * Returns a model.
   *
   * @param name its name; empty for the first one
   * @throws RequestException if there is no such model
   */
  public ServedModel model(Optional<String> name) {
    return name.isEmpty() && !models.isEmpty()
        ? models.firstEntry().getValue()
        : find("model", "a model", models, name);
  }

  /**
   * Returns a re-ranker.
   *
   * @param key name of the parameter that names it, for messages
   * @param name its name; empty for the first one
   * @throws RequestException if there is no such re-ranker
   */
  public ServedReranker reranker(String key, Optional<String> name) {
    return name.isEmpty() && !rerankers.isEmpty()
        ? rerankers.firstEntry().getValue()
        : find(key, "a re-ranker", rerankers, name);
  }

  private static <T> T find(String key, String kind, Map<String, T> all, Optional<String> name) {
    if (name.isEmpty() && all.size() == 1) {
      return all.values().iterator().next();
    }
    T found = name.map(all::get).orElse(null);
    if (found == null) {
      String names = String.join(", ", new ArrayList<>(all.keySet()));
      throw RequestException.of(
          RequestException.Reason.NOT_FOUND,
          key,
          all.isEmpty()
              ? "the server does not have " + kind
              : name.map(given -> key + " is " + Excerpt.quote(given)).orElse(key + " is missing")
                  + ", expected "
                  + (all.size() == 1 ? "" : "one of ")
                  + names);
    }
    return found;
  }

  /** Writes the accepted changes of all indexes, and closes everything. */
  @Override
  public void close() {
    List<Runnable> actions = new ArrayList<>();
    indexes.values().forEach(index -> actions.add(index::close));
    actions.add(opened::close);
    actions.add(translators::close);
    answers.ifPresent(reader -> actions.add(reader::close));
    models.values().forEach(model -> actions.add(model::close));
    Cleanup.runAll(actions);
  }
}
