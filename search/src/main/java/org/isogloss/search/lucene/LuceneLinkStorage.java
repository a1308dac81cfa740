// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.LinksFile;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.links.LinkStorage;
import org.isogloss.search.links.VectorVisitor;

/**
 * The links of an index in a folder.
 *
 * @param directory of the subfolder with Lucene's files
 */
record LuceneLinkStorage(Path folder, Directory directory) implements LinkStorage {
  @Override
  public Optional<DocumentLinks> links() {
    return LinksFile.find(folder);
  }

  @Override
  public void write(DocumentLinks links) {
    LinksFile.write(folder, links);
  }

  @Override
  public Set<String> documentsAfter(long run) {
    Set<String> documents = new HashSet<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      DocumentRuns.forEach(
          reader,
          (ids, written) -> {
            if (written > run) {
              documents.add(ids.lookupOrd(ids.ordValue()).utf8ToString());
            }
          });
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
    return documents;
  }

  @Override
  public long passageCount() {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return reader.numDocs();
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
  }

  @Override
  public void forEachVector(VectorVisitor visitor) {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      for (LeafReaderContext context : reader.leaves()) {
        for (FieldInfo field : context.reader().getFieldInfos()) {
          if (field.hasVectorValues()) {
            forEachVector(context.reader(), field.name, visitor);
          }
        }
      }
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
  }

  @Override
  public Map<String, Set<String>> strings(String field) {
    Map<String, Set<String>> strings = new HashMap<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      for (LeafReaderContext context : reader.leaves()) {
        Bits live = context.reader().getLiveDocs();
        SortedDocValues ids = DocValues.getSorted(context.reader(), PassageFields.ID);
        SortedSetDocValues values =
            DocValues.getSortedSet(context.reader(), MetadataFields.indexedField(field));
        for (int doc = values.nextDoc();
            doc != DocIdSetIterator.NO_MORE_DOCS;
            doc = values.nextDoc()) {
          if ((live == null || live.get(doc)) && ids.advanceExact(doc)) {
            Set<String> ofDocument =
                strings.computeIfAbsent(
                    ids.lookupOrd(ids.ordValue()).utf8ToString(), id -> new HashSet<>());
            for (int i = 0; i < values.docValueCount(); i++) {
              ofDocument.add(values.lookupOrd(values.nextOrd()).utf8ToString());
            }
          }
        }
      }
    } catch (IllegalStateException e) { // The field has numbers or dates.
      return Map.of();
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
    return strings;
  }

  private static void forEachVector(LeafReader leaf, String field, VectorVisitor visitor)
      throws IOException {
    String language = PassageFields.languageOfVector(field);
    Bits live = leaf.getLiveDocs();
    SortedDocValues ids = DocValues.getSorted(leaf, PassageFields.ID);
    FloatVectorValues vectors = leaf.getFloatVectorValues(field);
    KnnVectorValues.DocIndexIterator passages = vectors.iterator();
    for (int doc = passages.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = passages.nextDoc()) {
      if ((live == null || live.get(doc)) && ids.advanceExact(doc)) {
        visitor.accept(
            ids.lookupOrd(ids.ordValue()).utf8ToString(),
            language,
            vectors.vectorValue(passages.index()));
      }
    }
  }
}
